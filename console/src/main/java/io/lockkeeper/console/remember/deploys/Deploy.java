package io.lockkeeper.console.remember.deploys;

import io.lockkeeper.console.ground.formats.Formats;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A service that began to run another version of the library.
 *
 * @param version of the library
 * @param before the version that it ran until then; null where none is known
 * @param at when the first process with the new one was started, by the server's clock
 */
public record Deploy(
        String service, String version, @Nullable String before, Instant at) {

    /** The longest stored text: services may call themselves anything. */
    private static final int LONGEST = 128;

    static Deploy of(String service, String version, @Nullable String before, Instant at) {
        return new Deploy(cut(service), cut(version), before, at);
    }

    static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }

    /** The event in a sentence. */
    public String sentence() {
        return Formats.visible(
                "%s began to run version %s of the library; before, %s.".formatted(service, version, before));
    }
}
