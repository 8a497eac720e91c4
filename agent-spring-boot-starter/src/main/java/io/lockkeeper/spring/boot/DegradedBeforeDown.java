package io.lockkeeper.spring.boot;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Gives the status "degraded" its place between down and up. Spring Boot leaves a status out of the whole that is not in the order; a service
 * that has an order of its own keeps it.
 */
final class DegradedBeforeDown implements EnvironmentPostProcessor {

    static final String PROPERTY = "management.endpoint.health.status.order";
    private static final String ORDER = "DOWN,OUT_OF_SERVICE,DEGRADED,UP,UNKNOWN";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (ClassUtils.isPresent("org.springframework.boot.health.contributor.Status", application.getClassLoader())) {
            environment
                    .getPropertySources()
                    .addLast(new MapPropertySource("lockkeeperHealth", Map.of(PROPERTY, ORDER)));
        }
    }
}
