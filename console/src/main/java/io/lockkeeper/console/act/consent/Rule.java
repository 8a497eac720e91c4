package io.lockkeeper.console.act.consent;

import io.lockkeeper.model.NamePattern;
import java.time.Instant;

/**
 * A rule by which evictions, pauses and take-outs on locks with such names need a second person's consent.
 *
 * @param pattern the pattern of the names, see {@link NamePattern}
 * @param why in an administrator's words; empty for none
 * @param addedAt when it was added
 */
public record Rule(String pattern, String why, Instant addedAt, String addedBy) {

    /** Checks the pattern: one that matches nothing would let through what it was made to stop. */
    public Rule {
        NamePattern unused = new NamePattern(pattern);
    }

    boolean matches(String lock) {
        return new NamePattern(pattern).matches(lock);
    }
}
