package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import java.util.Locale;

/**
 * An interval in which a holder certainly believed: from the grant to the last look that said yes, for a lease that was lost
 * never comes back.
 */
record Claim(Event.Asked asked, long token, long from, long until) {

    String text() {
        return String.format(
                Locale.ROOT,
                "%s of %s (token %d, weight %d of %d)",
                asked.call(),
                asked.client(),
                token,
                asked.weight(),
                asked.capacity());
    }

    Claim endingBy(long at) {
        return new Claim(asked, token, from, Math.min(until, at));
    }
}
