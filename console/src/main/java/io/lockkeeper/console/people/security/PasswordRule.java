package io.lockkeeper.console.people.security;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The rule for passwords. Only length counts; composition is up to the user. Bcrypt reads 72 bytes and no more, so a longer password is
 * refused rather than cut.
 */
public final class PasswordRule {

    public static final int SHORTEST = 12;
    public static final int LONGEST_BYTES = 72;

    private PasswordRule() {}

    /** The fault of a new password of that user, if any; the sentence never repeats it. */
    public static Optional<String> fault(String user, String password) {
        int length = password.codePointCount(0, password.length());
        int bytes = bytes(password);
        if (length < SHORTEST) {
            return Optional.of(String.format(
                    Locale.ROOT, "The password has %d characters; it needs at least %d.", length, SHORTEST));
        }
        if (bytes > LONGEST_BYTES) {
            return Optional.of("The password has %s bytes; at most %s are compared, so choose a shorter one."
                    .formatted(bytes, LONGEST_BYTES));
        }
        return password.toLowerCase(Locale.ROOT).contains(user) && user.length() * 2 > length
                ? Optional.of("The password is little more than the user name. Choose another one.")
                : Optional.empty();
    }

    /** Whether a typed password can be valid at all. */
    static boolean isPossible(String typed) {
        return bytes(typed) <= LONGEST_BYTES;
    }

    private static int bytes(String password) {
        return password.getBytes(StandardCharsets.UTF_8).length;
    }
}
