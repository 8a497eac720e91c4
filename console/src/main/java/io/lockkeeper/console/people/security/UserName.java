package io.lockkeeper.console.people.security;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Login names: case-insensitive, and without characters that could be mistaken for others. */
public final class UserName {

    private static final int LONGEST = 64;
    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9][a-z0-9._@+-]{0,63}");

    private UserName() {}

    /** The name as it is stored. A name that is too long is cut, to a length that still shows so. */
    public static String of(String typed) {
        String name = typed.strip().toLowerCase(Locale.ROOT);
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST + 1);
    }

    public static boolean isAllowed(String name) {
        return ALLOWED.matcher(name).matches();
    }

    /** The fault of a new name, if any. */
    public static Optional<String> fault(String name) {
        return isAllowed(name)
                ? Optional.empty()
                : Optional.of(
                        "A user name has 1 to 64 letters, digits or . _ @ + -, and starts with a letter or digit.");
    }
}
