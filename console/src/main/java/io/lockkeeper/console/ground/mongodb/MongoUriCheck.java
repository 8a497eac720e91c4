package io.lockkeeper.console.ground.mongodb;

import com.mongodb.ConnectionString;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.model.SystemDatabases;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Ends the start with one sentence if the URI is missing or bad, or leads to a server that cannot serve the console. The sentence never repeats it: it may hold a password. */
public final class MongoUriCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(MongoUriCheck.class);
    private static final String URI = "spring.mongodb.uri";

    /** The setting for certificates, which are not read yet: the server is then not asked before the start. */
    private static final String TLS = "spring.mongodb.ssl.bundle";

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        ConfigurableEnvironment environment = event.getEnvironment();
        String given = environment.getProperty(URI, "");
        String uri = OwnTimeLimits.in(given);
        ConnectionString address = check(uri);
        if (!uri.equals(given)) {
            LOG.warn(
                    "timeoutMS in LOCKKEEPER_MONGODB_URI is left out: the console has time limits of its own, and its change streams none");
            environment.getPropertySources().addFirst(new MapPropertySource("own time limits", Map.of(URI, uri)));
        }
        if (!environment.containsProperty(TLS)) {
            ServerProbe.probe(address);
        }
    }

    static ConnectionString check(String uri) {
        if (uri.isBlank()) {
            throw new StartRefusedException(
                    "LOCKKEEPER_MONGODB_URI is not set: give the address of the MongoDB that holds the locks, for example mongodb://localhost:27017/app?replicaSet=rs0");
        }
        ConnectionString address = parsed(uri);
        String database = address.getDatabase();
        if (database == null) {
            throw new StartRefusedException(
                    "LOCKKEEPER_MONGODB_URI names no database: put the services' database behind the hosts, for example mongodb://localhost:27017/app?replicaSet=rs0");
        }
        SystemDatabases.refusal(database).ifPresent(why -> {
            throw new StartRefusedException(
                    "LOCKKEEPER_MONGODB_URI: %s. Put the services' database behind the hosts; where users log in is the option authSource"
                            .formatted(why));
        });
        return address;
    }

    private static ConnectionString parsed(String uri) {
        try {
            return new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            throw new StartRefusedException(
                    "LOCKKEEPER_MONGODB_URI is no MongoDB address: it has the form mongodb://host:27017/database?replicaSet=name");
        }
    }
}
