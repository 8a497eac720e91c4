package io.lockkeeper.console.remember.holds;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A past hold of another library's lock: at a given moment, or acquired in a given period.
 *
 * @param source the source's id
 * @param holder who, in words; empty if the document does not tell
 * @param since when it was acquired, by the library's own clock
 * @param hold how it ended; null while it lasts
 */
public record HeldThen(
        String source,
        String lock,
        String holder,
        Instant since,
        @Nullable HoldRecord hold) {}
