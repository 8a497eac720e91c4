package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockObserver;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** An agent for a service that has a MongoDB. A bean of the service's own takes the place of any of these. */
@AutoConfiguration(after = MongoAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "lockkeeper.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LockkeeperProperties.class)
@Import(AgentClientConfiguration.class)
public final class LockkeeperAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    AgentOptions lockkeeperOptions(
            LockkeeperProperties properties,
            Environment environment,
            ObjectProvider<LockObserver> observer,
            ObjectProvider<LeaseListener> listener) {
        String service = Optional.ofNullable(properties.service())
                .orElseGet(() -> environment.getProperty("spring.application.name", "application"));
        AgentOptions defaults = AgentOptions.forService(service);
        return defaults.withInstance(Objects.requireNonNullElse(properties.instance(), defaults.instance()))
                .withClockSkewAllowance(properties.clockSkewAllowance())
                .withTtl(properties.ttl())
                .withAnswerTimeout(properties.answerTimeout())
                .withIndexes(properties.indexes())
                .withObserver(observer.getIfUnique(() -> LockObserver.NONE))
                .withListener(listener.getIfUnique(defaults::listener));
    }

    /** Its lifecycle closes it; this does where the service fails to start. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    LockAgent lockAgent(LockkeeperProperties properties, AgentClient client, AgentOptions options) {
        return AgentStart.open(properties.startup(), client, options);
    }

    @Bean
    @ConditionalOnMissingBean
    AgentLifecycle lockkeeperLifecycle(LockAgent agent, LockkeeperProperties properties) {
        return new AgentLifecycle(agent, properties.shutdownGrace());
    }
}
