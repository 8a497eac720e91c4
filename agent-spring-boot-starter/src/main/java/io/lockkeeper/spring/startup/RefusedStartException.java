package io.lockkeeper.spring.startup;

import org.jspecify.annotations.Nullable;

/** The service must not start with this configuration. Spring Boot prints what is wrong and what to do, without a stack trace. */
public final class RefusedStartException extends RuntimeException {

    private final String description;
    private final String action;

    /**
     * @param description what is wrong, and what that means for the locks
     * @param action what to do
     */
    public RefusedStartException(String description, String action, @Nullable Throwable cause) {
        super(description + " " + action, cause);
        this.description = description;
        this.action = action;
    }

    public String description() {
        return description;
    }

    public String action() {
        return action;
    }
}
