package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.methods.InvalidLockedMethodException;
import io.lockkeeper.spring.boot.Contexts;

/** A service whose start is refused because of one bean. */
final class RefusedBean {

    private RefusedBean() {}

    /** What the check says of the class, which it refuses. */
    static String problems(Class<?> bean) {
        StringBuilder message = new StringBuilder();
        Contexts.nowhere().withBean(bean).run(context -> {
            assertThat(context).getFailure().isInstanceOf(InvalidLockedMethodException.class);
            message.append(String.valueOf(context.getStartupFailure()));
        });
        return message.toString();
    }
}
