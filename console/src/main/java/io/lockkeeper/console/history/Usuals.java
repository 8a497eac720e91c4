package io.lockkeeper.console.history;

import io.lockkeeper.console.board.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * What is usual for each lock, kept in memory and read again now and then, so that whoever looks at all locks waits for none.
 * Thread-safe.
 */
@Component
public class Usuals {

    private static final int MOST = 200_000;
    private static final Duration GOOD_FOR = Duration.ofMinutes(10);

    private final Map<String, Known> known = new LinkedHashMap<>();
    private final Set<String> wanted = new LinkedHashSet<>();
    private final History history;
    private final ServerClock clock;

    Usuals(History history, ServerClock clock) {
        this.history = history;
        this.clock = clock;
    }

    private record Known(Usual usual, Instant at) {}

    /** As it was read last; nothing, if it was never read. It is read by one of the next {@link #readWanted}. */
    public synchronized Usual of(String lock) {
        Known found = known.get(lock);
        if (found == null || found.at.plus(GOOD_FOR).isBefore(clock.now())) {
            wanted.add(lock);
        }
        return found == null ? Usual.NOTHING_KNOWN : found.usual;
    }

    /** Reads what was asked for and is not known, of at most so many locks. Waits for MongoDB. */
    public void readWanted(int most) {
        for (String lock : takeWanted(most)) {
            keep(lock, history.usualOf(lock));
        }
    }

    private synchronized Set<String> takeWanted(int most) {
        Set<String> some = new LinkedHashSet<>();
        wanted.stream().limit(most).forEach(some::add);
        wanted.removeAll(some);
        return some;
    }

    private synchronized void keep(String lock, Usual usual) {
        known.remove(lock);
        known.put(lock, new Known(usual, clock.now()));
        if (known.size() > MOST) {
            known.remove(known.keySet().iterator().next());
        }
    }
}
