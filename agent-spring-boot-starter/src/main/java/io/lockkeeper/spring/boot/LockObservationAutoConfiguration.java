package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.spring.observe.AgentGauges;
import io.lockkeeper.spring.observe.LockGroups;
import io.lockkeeper.spring.observe.LockMeters;
import io.lockkeeper.spring.observe.LockObservations;
import io.lockkeeper.spring.observe.LockObservations.WaitLinks;
import io.lockkeeper.spring.observe.NamesWithoutIds;
import io.lockkeeper.spring.observe.TracedWaits;
import io.lockkeeper.spring.startup.RefusedStartException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configures the agent's metrics and traces, if the service has them. */
@AutoConfiguration(
        before = LockkeeperAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration"
        })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBooleanProperty(
        name = {"lockkeeper.enabled", "lockkeeper.observations.enabled"},
        matchIfMissing = true)
@EnableConfigurationProperties(LockkeeperProperties.class)
public final class LockObservationAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LockGroups lockGroups(LockkeeperProperties properties) {
        try {
            return new NamesWithoutIds(
                    properties.observations().groups(),
                    properties.observations().maxGroups());
        } catch (IllegalArgumentException e) { // also for an invalid pattern
            throw new RefusedStartException(
                    "The groups under which locks are counted, lockkeeper.observations, are invalid. %s."
                            .formatted(e.getMessage()),
                    "Give at least one group, and to each a regular expression that matches whole names of locks.",
                    e);
        }
    }

    @Bean
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnMissingBean
    LockObservations lockObservations(
            ObservationRegistry registry,
            LockGroups groups,
            ObjectProvider<LockMeters> meters,
            ObjectProvider<WaitLinks> links) {
        return new LockObservations(
                registry, groups, meters.getIfAvailable(), links.getIfAvailable(() -> WaitLinks.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class Meters {
        @Bean
        @ConditionalOnMissingBean
        LockMeters lockMeters(MeterRegistry registry) {
            return new LockMeters(registry);
        }

        /** Looks the agent up when it is there, because the agent itself is observed. */
        @Bean
        @ConditionalOnMissingBean
        AgentGauges lockkeeperGauges(ObjectProvider<LockAgent> agent) {
            return new AgentGauges(() -> agent.getObject().monitor());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Tracer.class)
    @ConditionalOnBean(Tracer.class)
    static class Traces {
        @Bean
        @ConditionalOnMissingBean
        WaitLinks lockkeeperTraces(Tracer tracer) {
            return new TracedWaits(tracer);
        }
    }
}
