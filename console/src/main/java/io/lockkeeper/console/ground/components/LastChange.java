package io.lockkeeper.console.ground.components;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The last change of something that people edit. An author passes on which change was on the screen; if there was a later one, the
 * author's own is refused instead of overwriting it.
 *
 * @param at when; no two changes of a setting have the same time
 */
public record LastChange(Instant at, String by) {

    /** The time for the next change: always later than the last one, even if the clock was set back. */
    public static Instant next(@Nullable LastChange last, Instant now) {
        Instant stored = now.truncatedTo(ChronoUnit.MILLIS);
        return last == null || stored.isAfter(last.at) ? stored : last.at.plusMillis(1);
    }

    /**
     * Checks, within the transaction of a change, that its author has seen the present state.
     *
     * @param what what is changed, in words, with its name
     * @param seen the time of the last change that the author has seen; null to add something new
     * @param present the last change that is stored; null if nothing is
     * @throws RefusedException if the author adds something that exists already
     * @throws OutdatedException if it was changed or deleted since the author looked
     */
    public static void require(String what, @Nullable Instant seen, @Nullable LastChange present) {
        if (seen == null) {
            if (present != null) {
                throw new RefusedException("There is a %s already.".formatted(what));
            }
        } else if (present == null) {
            throw new OutdatedException("The %s was deleted meanwhile. Nothing was changed.".formatted(what));
        } else if (!seen.equals(present.at)) {
            throw new OutdatedException("%s changed the %s at %s, after you looked. Nothing was changed: look again."
                    .formatted(
                            Formats.visible(present.by), what, Times.present().named(present.at)));
        }
    }
}
