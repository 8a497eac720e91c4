package io.lockkeeper.console.people.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;

/** The user who does something, as it is recorded: followed by the token's name if a program acts for that user. */
public final class ActingUser {

    private ActingUser() {}

    /** The user in words, for example {@code anna}, or {@code anna by API token deploy}. */
    public static String words(@Nullable Authentication present) {
        return switch (present) {
            case null -> "no user";
            case TokenAuthentication token ->
                "%s by API token %s".formatted(token.getName(), token.user().token());
            default -> present.getName();
        };
    }
}
