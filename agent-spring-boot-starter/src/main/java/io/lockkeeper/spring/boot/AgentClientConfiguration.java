package io.lockkeeper.spring.boot;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.spring.startup.RefusedStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** The service's client, or one of the agent's own that is set up as the service's is. */
@Configuration(proxyBeanMethods = false)
class AgentClientConfiguration {

    /** Made for the agent that uses it: a test or a service with a {@code LockAgent} bean of its own needs no MongoDB for it. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    AgentClient lockkeeperClient(
            LockkeeperProperties properties,
            ObjectProvider<MongoClient> clients,
            ObjectProvider<MongoClientSettings> settings,
            ObjectProvider<MongoClientSettingsBuilderCustomizer> customizers,
            ObjectProvider<MongoConnectionDetails> connection,
            Environment environment) {
        ConnectionString uri = properties.uri() == null ? null : parsed(properties.uri());
        String database = AgentDatabase.named(properties.database(), uri, environment, connection.getIfUnique());
        if (uri == null && !properties.ownClient()) {
            return new AgentClient(only(clients), database, false);
        }
        MongoClientSettings.Builder builder =
                settings.stream().findFirst().map(MongoClientSettings::builder).orElseGet(MongoClientSettings::builder);
        return new AgentClient(MongoClients.create(own(builder, customizers, uri)), database, true);
    }

    private static MongoClient only(ObjectProvider<MongoClient> clients) {
        try {
            return clients.getObject();
        } catch (NoSuchBeanDefinitionException e) {
            boolean several = e instanceof NoUniqueBeanDefinitionException;
            throw new RefusedStartException(
                    "Lockkeeper needs the service's MongoClient; the service has %s."
                            .formatted(several ? "several, and none of them is primary" : "none"),
                    "%s, declare an AgentClient bean with it, or set lockkeeper.uri for a client of the agent's own."
                            .formatted(
                                    several
                                            ? "Mark the one for the locks with @Primary"
                                            : "Declare a MongoClient bean"),
                    e);
        }
    }

    /** The driver's message may quote a part of the URI, which may be one of the password. */
    private static ConnectionString parsed(String uri) {
        try {
            return new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage()).replaceAll("'[^']*'", "'…'");
            throw new RefusedStartException(
                    "lockkeeper.uri is not the address of a MongoDB: " + why,
                    "Write it as mongodb://user:password@host:27017/app?replicaSet=rs0, with the special characters of the password"
                            + " percent-encoded.",
                    null);
        }
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
