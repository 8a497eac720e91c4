package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.MethodLock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.env.Environment;

/**
 * Warns of methods with {@link Locked} that run without their lock, because it is switched off, or because an application context leaves the
 * starter's auto-configuration out, as a test's slice does.
 */
public final class UnlockedMethods implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(UnlockedMethods.class);

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.addApplicationListener(new Warning(context));
    }

    private record Warning(ConfigurableApplicationContext context)
            implements ApplicationListener<ContextRefreshedEvent> {

        /** Ignores the events of child contexts, which arrive here, too. */
        @Override
        public void onApplicationEvent(ContextRefreshedEvent event) {
            ConfigurableListableBeanFactory beans = context.getBeanFactory();
            if (event.getApplicationContext().equals(context)
                    && beans.getBeanNamesForType(LockedAdvisor.class, true, false).length == 0) {
                warn(methods(beans), switchedOff(context.getEnvironment()));
            }
        }
    }

    private static Optional<String> switchedOff(Environment environment) {
        return Stream.of("lockkeeper.enabled", "lockkeeper.locked.enabled")
                .filter(property -> !environment.getProperty(property, Boolean.class, true))
                .findFirst();
    }

    private static List<String> methods(ConfigurableListableBeanFactory beans) {
        return LockedBean.in(beans).stream()
                .flatMap(bean -> bean.methods().stream())
                .map(MethodLock::describe)
                .distinct()
                .sorted()
                .toList();
    }

    private static void warn(List<String> methods, Optional<String> switchedOff) {
        if (!methods.isEmpty()) {
            log.warn(
                    "{}: {} methods with @Locked run WITHOUT their lock, also while other instances run them: {}",
                    switchedOff
                            .map("Locks are switched off (%s=false)"::formatted)
                            .orElse("LockedAutoConfiguration is not loaded, as in a slice of a test"),
                    methods.size(),
                    String.join(", ", methods));
        } else {
            switchedOff.ifPresent(property -> log.warn("Locks are switched off ({}=false)", property));
        }
    }
}
