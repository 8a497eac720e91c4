package io.lockkeeper.console.people.users;

import java.security.SecureRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes passwords that have to be changed at the next login: 99 bits, in letters and digits that are not easily confused, grouped for reading aloud. */
final class OneTimePassword {

    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
    private static final int GROUPS = 5;
    private static final int GROUP = 4;
    private static final SecureRandom RANDOM = new SecureRandom();

    private OneTimePassword() {}

    static String make() {
        return IntStream.range(0, GROUPS).mapToObj(i -> group()).collect(Collectors.joining("-"));
    }

    private static String group() {
        return RANDOM.ints(GROUP, 0, ALPHABET.length())
                .mapToObj(i -> String.valueOf(ALPHABET.charAt(i)))
                .collect(Collectors.joining());
    }
}
