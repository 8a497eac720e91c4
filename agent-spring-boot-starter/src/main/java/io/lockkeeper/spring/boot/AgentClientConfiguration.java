package io.lockkeeper.spring.boot;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.boot.mongodb.autoconfigure.MongoProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The service's client, or one of the agent's own that is set up as the service's is. */
@Configuration(proxyBeanMethods = false)
class AgentClientConfiguration {

    @Bean
    @ConditionalOnMissingBean
    AgentClient lockkeeperClient(
            LockkeeperProperties properties,
            ObjectProvider<MongoClient> clients,
            ObjectProvider<MongoClientSettings> settings,
            ObjectProvider<MongoClientSettingsBuilderCustomizer> customizers,
            ObjectProvider<MongoConnectionDetails> connection,
            Environment environment) {
        ConnectionString uri = properties.uri() == null ? null : new ConnectionString(properties.uri());
        String database = Optional.ofNullable(properties.database())
                .or(() -> Optional.ofNullable(uri).map(ConnectionString::getDatabase))
                .or(() -> Optional.ofNullable(environment.getProperty("spring.mongodb.database")))
                .or(() -> Optional.ofNullable(connection.getIfUnique())
                        .map(details -> details.getConnectionString().getDatabase()))
                .orElseGet(() -> new MongoProperties().getMongoClientDatabase());
        if (uri == null && !properties.ownClient()) {
            return new AgentClient(clients.getObject(), database, false);
        }
        MongoClientSettings.Builder builder =
                settings.stream().findFirst().map(MongoClientSettings::builder).orElseGet(MongoClientSettings::builder);
        return new AgentClient(MongoClients.create(own(builder, customizers, uri)), database, true);
    }

    /** An address of its own comes last, over that of the service. */
    private static MongoClientSettings own(
            MongoClientSettings.Builder builder,
            ObjectProvider<MongoClientSettingsBuilderCustomizer> customizers,
            @Nullable ConnectionString uri) {
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        if (uri != null) {
            builder.applyConnectionString(uri);
        }
        return builder.build();
    }
}
