package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.spring.actuate.LockInfoContributor;
import io.lockkeeper.spring.actuate.LocksEndpoint;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configures the endpoint {@code locks}, and the agent's part of {@code info}. */
@AutoConfiguration(after = LockkeeperAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(LockAgent.class)
public final class LocksEndpointAutoConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    LocksEndpoint locksEndpoint(LockAgent agent) {
        return new LocksEndpoint(agent::monitor);
    }

    @Bean
    @ConditionalOnEnabledInfoContributor("lockkeeper")
    @ConditionalOnBean(AgentClient.class)
    @ConditionalOnMissingBean
    LockInfoContributor lockInfoContributor(LockAgent agent, ObjectProvider<AgentClient> client) {
        return new LockInfoContributor(agent.options(), () -> client.getObject().database());
    }
}
