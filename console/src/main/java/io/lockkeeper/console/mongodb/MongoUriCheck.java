package io.lockkeeper.console.mongodb;

import com.mongodb.ConnectionString;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;

/** Ends the start with one sentence if the URI is missing or bad. The sentence never repeats it: it may hold a password. */
public final class MongoUriCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        check(event.getEnvironment().getProperty("spring.mongodb.uri", ""));
    }

    static void check(String uri) {
        if (uri.isBlank()) {
            throw new BadMongoUriException(
                    "LOCKKEEPER_MONGODB_URI is not set: give the address of the MongoDB that holds the locks, for example mongodb://localhost:27017/app?replicaSet=rs0");
        }
        if (parsed(uri).getDatabase() == null) {
            throw new BadMongoUriException(
                    "LOCKKEEPER_MONGODB_URI names no database: put the services' database behind the hosts, for example mongodb://localhost:27017/app?replicaSet=rs0");
        }
    }

    private static ConnectionString parsed(String uri) {
        try {
            return new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            throw new BadMongoUriException(
                    "LOCKKEEPER_MONGODB_URI is no MongoDB address: it has the form mongodb://host:27017/database?replicaSet=name");
        }
    }
}
