package io.lockkeeper.console.security;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who somebody is who logged in elsewhere.
 *
 * @param name the name there
 * @param issuer who vouches for it: of a provider its address, without {@code https://}
 */
public record ExternalName(String name, String issuer) {

    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._@+|:/-]{0,99}");

    /** The name with the address of its provider; empty if nobody should have such a name. */
    static Optional<ExternalName> of(String name, String issuer) {
        return ALLOWED.matcher(name).matches()
                ? Optional.of(new ExternalName(
                        name, issuer.replaceFirst("^https?://", "").replaceFirst("/$", "")))
                : Optional.empty();
    }

    /**
     * As it is stored and on record, for example {@code ann (login.example.com/realms/ops)}: a name that no user of the console's
     * own can have, so that two users named ann stay two.
     */
    public String text() {
        return "%s (%s)".formatted(name, issuer);
    }
}
