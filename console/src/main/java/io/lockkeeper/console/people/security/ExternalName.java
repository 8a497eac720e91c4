package io.lockkeeper.console.people.security;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The identity of a user who logs in by a provider or proxy.
 *
 * @param name the user's name there
 * @param issuer who vouches for the name: the provider's address without {@code https://}, or the proxy
 */
public record ExternalName(String name, String issuer) {

    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._@+|:/-]{0,99}");

    /** The name with the address of its provider; empty if the name is not allowed. */
    static Optional<ExternalName> of(String name, String issuer) {
        return ALLOWED.matcher(name).matches()
                ? Optional.of(new ExternalName(
                        name, issuer.replaceFirst("^https?://", "").replaceFirst("/$", "")))
                : Optional.empty();
    }

    /**
     * The name as it is stored and recorded, for example {@code ann (login.example.com/realms/ops)}. No local user can have such a
     * name, so that two users named ann remain distinct.
     */
    public String text() {
        return "%s (%s)".formatted(name, issuer);
    }
}
