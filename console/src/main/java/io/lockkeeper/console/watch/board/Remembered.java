package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.loops.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A cache of answers that are slow to read, refreshed now and then, so that a caller that reads all locks waits for none. Thread-safe. */
public final class Remembered<K, V> {

    private static final Duration GOOD_FOR = Duration.ofMinutes(10);

    private final Map<K, Known<V>> known = new LinkedHashMap<>();
    private final Set<K> wanted = new LinkedHashSet<>();
    private final Function<K, V> reader;
    private final ServerClock clock;
    private final int most;

    /** @param most how many it keeps; the oldest answer is forgotten first */
    public Remembered(Function<K, V> reader, ServerClock clock, int most) {
        this.reader = reader;
        this.clock = clock;
        this.most = most;
    }

    private record Known<V>(V value, Instant at) {}

    /** The value as last read; empty if never. One of the next {@link #readWanted} reads it. */
    public synchronized Optional<V> of(K key) {
        Known<V> found = known.get(key);
        if (found == null || found.at.plus(GOOD_FOR).isBefore(clock.now())) {
            wanted.add(key);
        }
        return Optional.ofNullable(found).map(Known::value);
    }

    /** Reads what was asked for and is not known, of at most so many keys. Waits for MongoDB. */
    public void readWanted(int some) {
        for (K key : takeWanted(some)) {
            keep(key, reader.apply(key));
        }
    }

    private synchronized Set<K> takeWanted(int some) {
        Set<K> taken = new LinkedHashSet<>();
        wanted.stream().limit(some).forEach(taken::add);
        wanted.removeAll(taken);
        return taken;
    }

    private synchronized void keep(K key, V value) {
        known.remove(key);
        known.put(key, new Known<>(value, clock.now()));
        if (known.size() > most) {
            known.remove(known.keySet().iterator().next());
        }
    }
}
