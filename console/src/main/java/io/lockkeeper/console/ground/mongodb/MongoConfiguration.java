package io.lockkeeper.console.ground.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The database of the locks, which the URI names. Concerns and preference are set here, and a URI cannot weaken them; times are bounded, so
 * that an unreachable server is a state and never a hang.
 */
@Configuration
class MongoConfiguration {

    static final String APPLICATION_NAME = "lockkeeper-console";
    private static final long WRITE_LIMIT_MILLIS = 5_000;

    @Bean
    MongoClientSettingsBuilderCustomizer boundedTimes() {
        return settings -> settings.applicationName(APPLICATION_NAME)
                .retryWrites(true)
                .readConcern(ReadConcern.MAJORITY)
                .readPreference(ReadPreference.primary())
                .writeConcern(WriteConcern.MAJORITY.withWTimeout(WRITE_LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(3, TimeUnit.SECONDS))
                .applyToSocketSettings(
                        socket -> socket.connectTimeout(3, TimeUnit.SECONDS).readTimeout(10, TimeUnit.SECONDS));
    }

    @Bean
    MongoDatabase database(MongoClient client, @Value("${spring.mongodb.uri}") String uri) {
        String name = Objects.requireNonNull(new ConnectionString(uri).getDatabase(), "checked at start");
        return client.getDatabase(name);
    }
}
