package io.lockkeeper.examples.quarkus;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The service's one agent, on the client that Quarkus makes. */
@Singleton
public final class LockAgentProducer {

    @Produces
    @Singleton
    LockAgent agent(MongoClient client) {
        return LockAgent.connect(client, "shop", AgentOptions.forService("seats"));
    }

    void close(@Disposes LockAgent agent) {
        agent.close();
    }
}
