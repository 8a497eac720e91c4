package io.lockkeeper.console.people.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;

/** The address from which somebody logged in. */
public final class LoginAddress {

    private LoginAddress() {}

    /** Empty where it is not known. */
    public static String of(@Nullable Authentication user) {
        return user != null && user.getDetails() instanceof LoginDetails details ? details.address() : "";
    }
}
