package io.lockkeeper.console.mongodb;

import com.mongodb.ConnectionString;
import io.lockkeeper.model.SystemDatabases;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;

/** Ends the start with one sentence if the URI is missing or bad, or leads to a server that cannot serve the console. The sentence never repeats it: it may hold a password. */
public final class MongoUriCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    /** With certificates of its own, which are not read yet, the server is not asked before the start. */
    private static final String TLS = "spring.mongodb.ssl.bundle";

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        ConfigurableEnvironment environment = event.getEnvironment();
        ConnectionString address = check(environment.getProperty("spring.mongodb.uri", ""));
        if (!environment.containsProperty(TLS)) {
            ServerProbe.probe(address);
        }
    }

    static ConnectionString check(String uri) {
        if (uri.isBlank()) {
            throw new BadMongoUriException(
                    "LOCKKEEPER_MONGODB_URI is not set: give the address of the MongoDB that holds the locks, for example mongodb://localhost:27017/app?replicaSet=rs0");
        }
        ConnectionString address = parsed(uri);
        String database = address.getDatabase();
        if (database == null) {
            throw new BadMongoUriException(
                    "LOCKKEEPER_MONGODB_URI names no database: put the services' database behind the hosts, for example mongodb://localhost:27017/app?replicaSet=rs0");
        }
        SystemDatabases.refusal(database).ifPresent(why -> {
            throw new BadMongoUriException(
                    "LOCKKEEPER_MONGODB_URI: %s. Put the services' database behind the hosts; where users log in is the option authSource"
                            .formatted(why));
        });
        return address;
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
