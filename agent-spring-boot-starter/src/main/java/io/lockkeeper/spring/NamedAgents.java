package io.lockkeeper.spring;

import io.lockkeeper.agent.LockAgent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/** The agents of a service by the names of their beans, each looked up at its first use, because interceptors are made before other beans are. */
final class NamedAgents {

    private final ListableBeanFactory beans;
    private final Map<String, LockAgent> known = new ConcurrentHashMap<>();

    NamedAgents(ListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * @param name empty for the only or primary agent
     * @throws IllegalArgumentException if no agent has that name
     */
    LockAgent of(String name) {
        return known.computeIfAbsent(name, this::find);
    }

    private LockAgent find(String name) {
        if (name.isEmpty()) {
            return beans.getBeanProvider(LockAgent.class).getObject();
        }
        try {
            return beans.getBean(name, LockAgent.class);
        } catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException e) {
            throw new IllegalArgumentException(
                    "agent = \"%s\" is no bean of type LockAgent; the service has %s"
                            .formatted(name, List.of(beans.getBeanNamesForType(LockAgent.class))),
                    e);
        }
    }
}
