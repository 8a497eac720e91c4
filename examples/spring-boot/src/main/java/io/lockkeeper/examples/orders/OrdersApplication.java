package io.lockkeeper.examples.orders;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.fencing.Fences;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Start it twice: the instances share the orders, and the locks. */
@SpringBootApplication
@EnableScheduling
public class OrdersApplication {

    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }

    @Bean
    Fences fences(MongoTemplate mongo) {
        MongoDatabase database = mongo.getDb();
        return Fences.in(database);
    }
}
