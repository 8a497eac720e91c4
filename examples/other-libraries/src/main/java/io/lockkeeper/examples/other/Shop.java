package io.lockkeeper.examples.other;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.util.Objects;
import org.bson.UuidRepresentation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database of the shop, on the server that LOCKKEEPER_MONGODB_URI names, and the loop that each of its services is. */
final class Shop {

    static final String DATABASE = Objects.requireNonNullElse(System.getenv("LOCKKEEPER_SHOP"), "shop");

    private static final Logger log = LoggerFactory.getLogger(Shop.class);

    private Shop() {}

    static String uri() {
        return Objects.requireNonNull(System.getenv("LOCKKEEPER_MONGODB_URI"), "no MongoDB URI");
    }

    static MongoClient connect() {
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri()))
                .uuidRepresentation(UuidRepresentation.STANDARD)
                .build());
    }

    static MongoDatabase database() {
        return connect().getDatabase(DATABASE);
    }

    /** What a service does again and again. */
    interface Round {
        void run() throws Exception;
    }

    static void repeat(Duration pause, Round round) throws InterruptedException {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                round.run();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                log.warn("Tries again in {}: {}", pause, e.toString());
            }
            Thread.sleep(pause);
        }
    }
}
