package io.lockkeeper.console.consent;

import io.lockkeeper.model.NamePattern;
import java.time.Instant;

/**
 * That whoever evicts the holder of a lock of such a name, or pauses it, needs a second person's consent.
 *
 * @param pattern of the names, as {@link NamePattern} has it
 * @param why in an administrator's words; empty for none
 * @param addedAt when it was added
 * @param addedBy by whom
 */
public record Rule(String pattern, String why, Instant addedAt, String addedBy) {

    boolean matches(String lock) {
        return new NamePattern(pattern).matches(lock);
    }
}
