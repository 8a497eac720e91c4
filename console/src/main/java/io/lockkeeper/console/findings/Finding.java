package io.lockkeeper.console.findings;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong now.
 *
 * @param id the same as long as it lasts
 * @param lock the lock's name, or null where it concerns all
 * @param evidence what shows it, in a sentence
 * @param firstSeen when this console found it first, by the server's clock
 * @param lastSeen when it was still so
 * @param dismissal by whom it was dismissed and until when, or null
 */
public record Finding(
        String id,
        Kind kind,
        @Nullable String lock,
        String evidence,
        Instant firstSeen,
        Instant lastSeen,
        @Nullable Dismissal dismissal) {}
