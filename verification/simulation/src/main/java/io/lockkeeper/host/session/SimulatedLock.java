package io.lockkeeper.host.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One exclusive lock on the server, as the pipelines change it. What was sent arrives, also after the end of its sender. */
final class SimulatedLock {

    private static final long LONGEST_CLAIM = 10_000;
    private static final long LONGEST_WAIT = 30_000;

    /** What an answer shows of one acquirer; a token of zero if it waits. */
    record Shown(boolean isThere, long token) {}

    private static final class Entry {
        private final long ttl;
        private long token;
        private long expiresAt;

        private Entry(long ttl) {
            this.ttl = ttl;
        }
    }

    private final SimulatedTime time;
    private final Runnable changed;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private long lastToken;

    /** @param changed is run after each change */
    SimulatedLock(SimulatedTime time, Runnable changed) {
        this.time = time;
        this.changed = changed;
    }

    /** The token of the live holder; zero if there is none. */
    long holder() {
        return live().map(entry -> entry.token).orElse(0L);
    }

    private Optional<Entry> live() {
        return entries.values().stream()
                .filter(entry -> entry.token > 0 && entry.expiresAt > time.now())
                .findFirst();
    }

    void enqueue(String acquirer, long ttl, long delay, Consumer<Shown> answered) {
        send(acquirer, delay, answered, () -> {
            Entry entry = entries.computeIfAbsent(acquirer, each -> new Entry(ttl));
            touch(entry);
        });
    }

    void touch(String acquirer, long delay, Consumer<Shown> answered) {
        send(acquirer, delay, answered, () -> {
            @Nullable Entry entry = entries.get(acquirer);
            if (entry != null) {
                touch(entry);
            }
        });
    }

    void remove(String acquirer, long delay, Consumer<Shown> answered) {
        send(acquirer, delay, answered, () -> entries.remove(acquirer));
    }

    private void touch(Entry entry) {
        entry.expiresAt = Math.max(
                entry.expiresAt, time.now() + (entry.token > 0 ? entry.ttl : Math.min(entry.ttl, LONGEST_WAIT)));
    }

    private void send(String acquirer, long delay, Consumer<Shown> answered, Runnable change) {
        time.after(delay, SimulatedTime.Party.SERVER, () -> {
            entries.values().removeIf(entry -> entry.expiresAt <= time.now());
            change.run();
            promote(acquirer);
            changed.run();
            Entry entry = entries.get(acquirer);
            answered.accept(new Shown(entry != null, entry == null ? 0 : entry.token));
        });
    }

    private void promote(String asking) {
        if (live().isEmpty()) {
            entries.entrySet().stream().findFirst().ifPresent(first -> {
                Entry entry = first.getValue();
                lastToken = Math.max(lastToken + 1, time.now());
                entry.token = lastToken;
                boolean asks = first.getKey().equals(asking);
                entry.expiresAt = time.now() + (asks ? entry.ttl : Math.min(entry.ttl, LONGEST_CLAIM));
            });
        }
    }
}
