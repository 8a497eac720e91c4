package io.lockkeeper.spring.boot;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Puts the status "degraded" between down and up. Spring Boot leaves a status that is not in the order out of the whole; a service that has
 * an order of its own keeps it.
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
