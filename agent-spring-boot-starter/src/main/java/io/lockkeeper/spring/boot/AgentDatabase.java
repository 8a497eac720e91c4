package io.lockkeeper.spring.boot;

import com.mongodb.ConnectionString;
import io.lockkeeper.model.SystemDatabases;
import io.lockkeeper.spring.startup.RefusedStartException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.boot.mongodb.autoconfigure.PropertiesMongoConnectionDetails;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Finds the database of a service's locks. */
final class AgentDatabase {

    private AgentDatabase() {}

    /**
     * The first database that is named, by the property, the agent's URI, or the service's connection.
     *
     * @param uri of the agent only
     * @param connection of the service
     * @throws RefusedStartException if it is one of MongoDB's own, or there is none: the driver would take {@code test}, where no other
     * service and no console looks
     */
    static String named(
            @Nullable String property,
            @Nullable ConnectionString uri,
            Environment environment,
            @Nullable MongoConnectionDetails connection) {
        String name = first(property, uri, environment, connection);
        SystemDatabases.refusal(name).ifPresent(why -> {
            throw new RefusedStartException(
                    "Lockkeeper cannot keep the locks there: %s.".formatted(why),
                    "Name the services' database in lockkeeper.database. Where users log in is authSource in spring.mongodb.uri.",
                    null);
        });
        return name;
    }

    private static String first(
            @Nullable String property,
            @Nullable ConnectionString uri,
            Environment environment,
            @Nullable MongoConnectionDetails connection) {
        return Optional.ofNullable(property)
                .filter(StringUtils::hasText)
                .or(() -> Optional.ofNullable(uri).map(ConnectionString::getDatabase))
                .or(() -> Optional.ofNullable(environment.getProperty("spring.mongodb.database")))
                .or(() -> Optional.ofNullable(connection)
                        .filter(details -> isNamed(details, environment))
                        .map(details -> details.getConnectionString().getDatabase()))
                .orElseThrow(() -> new RefusedStartException(
                        "Lockkeeper does not know in which database to keep the locks: nothing names one, and in MongoDB's default,"
                                + " \"test\", neither other services nor the console would look for them.",
                        "Name it in spring.mongodb.uri (mongodb://…/app) or spring.mongodb.database, or only for the locks in"
                                + " lockkeeper.database. If \"test\" is meant, set lockkeeper.database=test.",
                        null));
    }

    /** Whether the service named its database: details made from properties always have one, {@code test} by default. */
    private static boolean isNamed(MongoConnectionDetails details, Environment environment) {
        return !(details instanceof PropertiesMongoConnectionDetails)
                || environment.containsProperty("spring.mongodb.uri");
    }
}
