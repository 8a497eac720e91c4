package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.spring.actuate.LockHealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configures the agent's health indicator, unless {@code management.health.lockkeeper.enabled} is false. */
@AutoConfiguration(after = LockkeeperAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(LockAgent.class)
public final class LockHealthAutoConfiguration {

    @Bean
    @ConditionalOnEnabledHealthIndicator("lockkeeper")
    @ConditionalOnMissingBean(name = "lockkeeperHealthIndicator")
    LockHealthIndicator lockkeeperHealthIndicator(LockAgent agent, LockkeeperProperties properties) {
        return new LockHealthIndicator(
                agent::monitor,
                agent.options().ttl(),
                properties.health().timeout(),
                properties.health().downAfter());
    }
}
