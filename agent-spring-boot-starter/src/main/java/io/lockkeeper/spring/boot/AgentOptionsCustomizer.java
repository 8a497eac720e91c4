package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.AgentOptions;

/**
 * Changes the options of the service's agent after its properties, or its own {@link AgentOptions} bean, have set them and its listeners and observers
 * have been added. Beans of this type are applied in their order.
 */
@FunctionalInterface
public interface AgentOptionsCustomizer {

    /** Returns the changed options: the {@code with…} methods of the given ones. */
    AgentOptions customize(AgentOptions options);
}
