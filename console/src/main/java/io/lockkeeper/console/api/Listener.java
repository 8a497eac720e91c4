package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.people.security.PersonalTokens;
import io.lockkeeper.console.people.security.TokenUser;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * One program that listens, served by the thread of its request until it goes, its token ends, it reads too slowly, what it listens
 * to is over, or the console stops. While it reads nothing, all that is kept for it is the latest state.
 */
final class Listener<T> {

    private static final long TURN_MILLIS = 1_000;
    private static final long BEAT_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long CHECK_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long LONGEST_WRITE_NANOS = Duration.ofSeconds(10).toNanos();
    /** Serving one listener may take a fifth of one core. */
    private static final Rest REST = new Rest(4, Duration.ZERO, Duration.ofMillis(TURN_MILLIS));

    private final Mailbox<T> box;
    private final Teller<T> teller;
    private final PersonalTokens tokens;
    private final TokenUser user;
    private long checkedAt = System.nanoTime();
    private long wroteAt = System.nanoTime();

    Listener(Mailbox<T> box, Teller<T> teller, PersonalTokens tokens, TokenUser user) {
        this.box = box;
        this.teller = teller;
        this.tokens = tokens;
        this.user = user;
    }

    /** Sends a listener what is new to it. Used by one thread. */
    interface Teller<T> {

        /** Answers why there will be nothing more, in a sentence; empty while there will. */
        String tell(T now, EventWriter out) throws IOException;
    }

    /** Returns when it is over; the last event says why, unless the reader has gone. */
    void serve(EventWriter out) throws IOException, InterruptedException {
        String end = "";
        while (end.isEmpty()) {
            T next = box.take(TURN_MILLIS);
            end = ending();
            if (end.isEmpty()) {
                end = tell(next, out);
            }
        }
        out.event("end", Map.of("reason", end));
        out.flush();
    }

    private String ending() {
        if (box.isClosed()) {
            return "The console is stopping. Connect again in a moment.";
        }
        return isStill() ? "" : "The token has ended, or its user's role or scope has changed.";
    }

    private String tell(@Nullable T next, EventWriter out) throws IOException, InterruptedException {
        long start = System.nanoTime();
        String over = next == null ? "" : teller.tell(next, out);
        if (start - wroteAt > BEAT_NANOS) {
            out.beat();
        }
        if (out.flush()) {
            wroteAt = System.nanoTime();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        if (took.toNanos() > LONGEST_WRITE_NANOS) {
            return "You read too slowly: the locks change faster. Narrow them with q, and connect again.";
        }
        Thread.sleep(REST.after(took));
        return over;
    }

    /** While MongoDB is silent the stream continues, as sessions do: it shows that the board is behind. */
    private boolean isStill() {
        long now = System.nanoTime();
        if (now - checkedAt < CHECK_NANOS) {
            return true;
        }
        checkedAt = now;
        try {
            return tokens.isStill(user);
        } catch (DataAccessException e) {
            return true;
        }
    }
}
