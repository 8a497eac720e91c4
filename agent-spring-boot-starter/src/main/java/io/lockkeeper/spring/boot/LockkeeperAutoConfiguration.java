package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockObserver;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Auto-configures an agent for a service that has a MongoDB. Each bean gives way to one of the service. */
@AutoConfiguration(after = MongoAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "lockkeeper.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LockkeeperProperties.class)
@Import(AgentClientConfiguration.class)
public final class LockkeeperAutoConfiguration {

    private static final String OPTIONS = "lockkeeperOptions";

    /** The options that the properties give, unless the service has a bean of its own. */
    @Bean(OPTIONS)
    @ConditionalOnMissingBean
    AgentOptions lockkeeperOptions(LockkeeperProperties properties, Environment environment) {
        String service = Optional.ofNullable(properties.service())
                .orElseGet(() -> environment.getProperty("spring.application.name", "application"));
        return AgentTerms.of(properties, service, environment);
    }

    /** Closed by its lifecycle, or by its destroy method if the service fails to start. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    LockAgent lockAgent(
            LockkeeperProperties properties,
            AgentClient client,
            AgentOptions options,
            ObjectProvider<LeaseListener> listeners,
            ObjectProvider<LockObserver> observers,
            ObjectProvider<AgentOptionsCustomizer> customizers,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        if (!beans.containsBeanDefinition(OPTIONS)) {
            AgentTerms.warnOfIgnored(properties, environment);
        }
        AgentOptions completed = AgentTerms.completed(options, listeners, observers, customizers, environment);
        return AgentTerms.checked(
                environment,
                List.of("lockkeeper.moving-from"),
                () -> AgentStart.open(
                        properties.startup(), client, AgentTerms.moving(properties.movingFrom(), client, completed)));
    }

    @Bean
    @ConditionalOnMissingBean
    AgentLifecycle lockkeeperLifecycle(LockAgent agent, LockkeeperProperties properties) {
        return new AgentLifecycle(agent, properties.shutdownGrace());
    }
}
