package io.lockkeeper.spring.boot;

import io.lockkeeper.spring.Finding;
import io.lockkeeper.spring.LockedAdvisor;
import io.lockkeeper.spring.LockedMethodCheck;
import io.lockkeeper.spring.TransactionGuard;
import io.lockkeeper.spring.startup.RefusedStartException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.transaction.ConfigurableTransactionManager;

/**
 * Auto-configures the annotation {@link io.lockkeeper.agent.methods.Locked}. Reads its properties by name, because a bean that takes part
 * in making other beans must not need beans itself.
 */
@AutoConfiguration(after = LockkeeperAutoConfiguration.class)
@ConditionalOnBooleanProperty(
        name = {"lockkeeper.enabled", "lockkeeper.locked.enabled"},
        matchIfMissing = true)
@Import(LockedAutoConfiguration.Proxies.class)
public final class LockedAutoConfiguration {

    private static final String LONGEST_WAIT = "lockkeeper.longest-wait";

    @Bean
    @ConditionalOnMissingBean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedAdvisor lockedAdvisor(ConfigurableListableBeanFactory beans, Environment environment) {
        return new LockedAdvisor(
                beans,
                longestWait(environment),
                finding(environment, "lockkeeper.locked.inside-transaction", Finding.WARN));
    }

    @Bean
    @ConditionalOnMissingBean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedMethodCheck lockedMethodCheck(ConfigurableListableBeanFactory beans, Environment environment) {
        return new LockedMethodCheck(
                beans,
                longestWait(environment),
                finding(environment, "lockkeeper.locked.self-invocation", Finding.FAIL));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConfigurableTransactionManager.class)
    static class Transactions {
        @Bean
        @ConditionalOnMissingBean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static TransactionGuard lockedTransactionGuard() {
            return new TransactionGuard();
        }
    }

    private static Optional<Duration> longestWait(Environment environment) {
        Optional<Duration> wait = Optional.ofNullable(
                Binder.get(environment).bind(LONGEST_WAIT, Duration.class).orElse(null));
        if (wait.filter(Duration::isNegative).isPresent()) {
            throw new RefusedStartException(
                    "%s is negative.".formatted(SetProperties.describe(environment, LONGEST_WAIT)),
                    "Write how long methods with @Locked wait for their lock, as in 30s; zero does not wait.",
                    null);
        }
        return wait;
    }

    private static Finding finding(Environment environment, String property, Finding otherwise) {
        return Binder.get(environment).bind(property, Finding.class).orElse(otherwise);
    }

    /** Classes are proxied and not their interfaces, unless the service says otherwise, as in all of Spring Boot. */
    static final class Proxies implements ImportBeanDefinitionRegistrar {
        private final Environment environment;

        Proxies(Environment environment) {
            this.environment = environment;
        }

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
            if (environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true)) {
                AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
            }
        }
    }
}
