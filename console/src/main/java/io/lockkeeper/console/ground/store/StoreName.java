package io.lockkeeper.console.ground.store;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.model.SystemDatabases;
import java.nio.charset.StandardCharsets;

/** The name of the console's own database: the given one, else that of the locks followed by {@code _console}. */
record StoreName(String value) {

    private static final int LONGEST_BYTES = 63;
    private static final String FORBIDDEN = "/\\. \"$*<>:|?";

    static StoreName of(String given, String locks) {
        String name = given.isBlank() ? locks + "_console" : given.strip();
        if (name.equals(locks)) {
            throw new StartRefusedException(
                    "LOCKKEEPER_CONSOLE_DATABASE names the database of the locks, \"%s\": services may write there, and could make themselves administrators. Name another one, or leave it out for \"%s_console\"."
                            .formatted(name, locks));
        }
        SystemDatabases.refusal(name).ifPresent(why -> {
            throw new StartRefusedException(
                    "LOCKKEEPER_CONSOLE_DATABASE: %s. Name another one, or leave it out for \"%s_console\"."
                            .formatted(why, locks));
        });
        if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES || isForbidden(name)) {
            throw new StartRefusedException(
                    "\"%s\" cannot be the name of the console's own database: MongoDB allows up to %s bytes, none of them a space or one of %s. Name one with LOCKKEEPER_CONSOLE_DATABASE."
                            .formatted(name, LONGEST_BYTES, FORBIDDEN.replace(" ", "")));
        }
        return new StoreName(name);
    }

    private static boolean isForbidden(String name) {
        return name.chars().anyMatch(each -> each == 0 || FORBIDDEN.indexOf(each) >= 0);
    }
}
