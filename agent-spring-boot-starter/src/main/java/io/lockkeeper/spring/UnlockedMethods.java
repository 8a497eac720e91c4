package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.MethodLock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Warns, when the service starts, of methods with {@link Locked} that run without their lock because it is switched off. */
public final class UnlockedMethods implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(UnlockedMethods.class);

    private final ConfigurableListableBeanFactory beans;
    private final String property;

    /** @param property by which it is switched off */
    public UnlockedMethods(ConfigurableListableBeanFactory beans, String property) {
        this.beans = beans;
        this.property = property;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> methods = LockedBean.in(beans).stream()
                .flatMap(bean -> bean.methods().stream())
                .map(MethodLock::describe)
                .distinct()
                .sorted()
                .toList();
        if (methods.isEmpty()) {
            log.warn("Locks are switched off ({}=false)", property);
        } else {
            log.warn(
                    "Locks are switched off ({}=false): {} methods with @Locked run WITHOUT their lock, also while other instances run them: {}",
                    property,
                    methods.size(),
                    String.join(", ", methods));
        }
    }
}
