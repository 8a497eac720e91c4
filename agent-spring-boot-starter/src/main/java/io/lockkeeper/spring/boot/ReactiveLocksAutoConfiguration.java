package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.spring.reactive.ReactiveLocks;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** Auto-configures locks for reactive code, if Reactor is on the class path. */
@AutoConfiguration(after = LockkeeperAutoConfiguration.class)
@ConditionalOnClass(Mono.class)
@ConditionalOnBean(LockAgent.class)
public final class ReactiveLocksAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ReactiveLocks reactiveLocks(LockAgent agent) {
        return new ReactiveLocks(agent);
    }
}
