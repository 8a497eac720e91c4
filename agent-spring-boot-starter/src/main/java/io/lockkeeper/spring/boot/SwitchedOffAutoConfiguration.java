package io.lockkeeper.spring.boot;

import io.lockkeeper.spring.UnlockedMethods;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Logs a warning if the service has switched its locks off. */
@AutoConfiguration
public final class SwitchedOffAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "lockkeeper.enabled", havingValue = false)
    static class WithoutAgent {
        @Bean
        static UnlockedMethods unlockedMethods(ConfigurableListableBeanFactory beans) {
            return new UnlockedMethods(beans, "lockkeeper.enabled");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "lockkeeper.enabled", matchIfMissing = true)
    @ConditionalOnBooleanProperty(name = "lockkeeper.locked.enabled", havingValue = false)
    static class WithoutAnnotation {
        @Bean
        static UnlockedMethods unlockedMethods(ConfigurableListableBeanFactory beans) {
            return new UnlockedMethods(beans, "lockkeeper.locked.enabled");
        }
    }
}
