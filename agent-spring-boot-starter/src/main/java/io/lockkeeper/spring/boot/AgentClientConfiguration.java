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

    private static final String OWN = "set lockkeeper.uri for a client of the agent's own.";

    /** Made only for the agent that uses it: a test or a service with its own {@code LockAgent} bean needs no MongoDB. */
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
        } catch (NoUniqueBeanDefinitionException e) {
            throw new RefusedStartException(
                    "Lockkeeper needs the service's MongoClient; the service has several (%s), and not exactly one of them is primary."
                            .formatted(names(e)),
                    "Mark the one for the locks with @Primary, declare an AgentClient bean with it, or " + OWN,
                    e);
        } catch (NoSuchBeanDefinitionException e) {
            throw new RefusedStartException(
                    "Lockkeeper needs the service's MongoClient; the service has none.",
                    "Declare one, or let Spring Boot's MongoAutoConfiguration make it from spring.mongodb.uri, or "
                            + OWN,
                    e);
        }
    }

    private static String names(NoUniqueBeanDefinitionException several) {
        return several.getBeanNamesFound() == null
                ? String.valueOf(several.getNumberOfBeansFound())
                : String.join(", ", several.getBeanNamesFound());
    }

    /** The driver's message may quote a part of the URI, which may be part of the password. */
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

    /** The settings of an own client: {@code lockkeeper.uri} is applied last, over the service's. */
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
