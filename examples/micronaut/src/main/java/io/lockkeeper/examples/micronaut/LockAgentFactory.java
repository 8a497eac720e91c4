package io.lockkeeper.examples.micronaut;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;

/** The service's client and its one agent. Micronaut closes the agent first, so that its locks are free for the other instances at once. */
@Factory
final class LockAgentFactory {

    @Singleton
    @Bean(preDestroy = "close")
    MongoClient client(@Value("${mongodb.uri}") String uri) {
        return MongoClients.create(uri);
    }

    @Singleton
    @Bean(preDestroy = "close")
    LockAgent agent(MongoClient client) {
        return LockAgent.connect(client, "books", AgentOptions.forService("invoices"));
    }
}
