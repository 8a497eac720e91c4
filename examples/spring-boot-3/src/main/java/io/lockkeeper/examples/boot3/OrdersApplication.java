package io.lockkeeper.examples.boot3;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.mongodb.MongoDatabaseFactory;

/** Spring closes the agent before the client, because the agent's bean depends on the client's. */
@SpringBootApplication
public class OrdersApplication {

    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }

    @Bean(destroyMethod = "close")
    LockAgent lockAgent(
            MongoClient client, MongoDatabaseFactory databases, @Value("${spring.application.name}") String service) {
        String database = databases.getMongoDatabase().getName();
        return LockAgent.connectLater(client, database, AgentOptions.forService(service));
    }
}
