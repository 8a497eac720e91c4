package io.lockkeeper.console.shell;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last change of a setting, by which its next author says what was on the screen: of two who change it at once, the second is told.
 *
 * @param at when; no two changes of a setting have the same time
 * @param by who
 */
public record LastChange(Instant at, String by) {

    /** The time for the next change, after the last one whatever a clock says. */
    public static Instant next(@Nullable LastChange last, Instant now) {
        return last == null || now.isAfter(last.at) ? now : last.at.plusMillis(1);
    }

    /**
     * Asked within the transaction of a change.
     *
     * @param what in words, with its name
     * @param seen the time of the last change that its author has seen; null for what is new
     * @param present what is stored; null for nothing
     * @throws RefusedException if it is not new
     * @throws OutdatedException if something else is stored than was seen
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
                    .formatted(Words.visible(present.by), what, Words.seconds(present.at)));
        }
    }
}
