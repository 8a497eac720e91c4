package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.dialect.ClockSource;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Measures how far the clocks of other libraries' clients are off: each write of a holder contains the client's time, and
 * MongoDB reports its own time of the write. A time that is ahead proves a wrong clock; one that is behind may have been in
 * transit for long, so two in a row are needed. Thread-safe.
 */
@Component
class ClientClocks implements LockWrite.Listener {

    private static final int MOST_HOLDERS = 10_000;
    private static final Duration FORGOTTEN = Duration.ofMinutes(15);
    private static final Duration LEAST = Duration.ofSeconds(1);

    private final Map<Client, Seen> clients = new LinkedHashMap<>(16, 0.75f, true);
    private final int percent;

    /** @param percent how far a clock may be off, in percent of the ttl */
    ClientClocks(@Value("${lockkeeper.findings.client-clock-percent:10}") int percent) {
        this.percent = percent;
    }

    private record Client(String source, String holder) {}

    /** @param ahead how far the client's clock is ahead; negative if it is behind */
    private record Seen(
            String lock,
            Duration ahead,
            Duration ttl,
            Instant at,
            @Nullable Duration before) {

        /** The least by which it is certainly off. */
        Duration certain() {
            if (!ahead.isNegative()) {
                return ahead;
            }
            return before == null || !before.isNegative()
                    ? Duration.ZERO
                    : ahead.compareTo(before) > 0 ? ahead : before;
        }
    }

    /** A client whose clock is too far off, and the evidence. */
    record Wrong(String lock, String holder, String evidence) {}

    @Override
    public synchronized void changed(LockSource source, Board board, LockWrite change) {
        DialectLock lock = change.after().orElse(null);
        if (lock == null
                || board.dialect().clock() != ClockSource.CLIENT
                || lock.holders().isEmpty()
                || lock.state(change.at()) == State.FREE) {
            return;
        }
        Optional<Instant> written = written(change, lock);
        Optional<Instant> end = lock.expiry().instant();
        if (written.isPresent() && end.isPresent()) {
            keep(new Client(source.id(), lock.holders().getFirst()), change, lock, written.get(), end.get());
        }
    }

    /** The client's time in this write, unless an earlier write left it there. */
    private static Optional<Instant> written(LockWrite change, DialectLock lock) {
        Optional<Instant> renewed = lock.heartbeat()
                .filter(beat -> change.before()
                        .flatMap(DialectLock::heartbeat)
                        .filter(beat::equals)
                        .isEmpty());
        boolean taken = change.before()
                .filter(before -> before.acquisition().equals(lock.acquisition()))
                .isEmpty();
        return renewed.or(() -> taken ? lock.acquired() : Optional.empty());
    }

    private void keep(Client client, LockWrite change, DialectLock lock, Instant written, Instant end) {
        Seen last = clients.get(client);
        clients.put(
                client,
                new Seen(
                        lock.name(),
                        Duration.between(change.at(), written),
                        Duration.between(written, end),
                        change.at(),
                        last == null ? null : last.ahead()));
        if (clients.size() > MOST_HOLDERS) {
            clients.remove(clients.keySet().iterator().next());
        }
    }

    /** The clients of a source that have written lately. */
    synchronized List<Wrong> wrong(String source, Instant now) {
        clients.values().removeIf(seen -> seen.at().plus(FORGOTTEN).isBefore(now));
        return clients.entrySet().stream()
                .filter(each -> each.getKey().source().equals(source))
                .flatMap(each -> wrong(each.getKey(), each.getValue()).stream())
                .toList();
    }

    private Optional<Wrong> wrong(Client client, Seen seen) {
        Duration off = seen.certain();
        Duration much = seen.ttl().multipliedBy(percent).dividedBy(100);
        if (off.abs().compareTo(LEAST) < 0 || off.abs().compareTo(much) <= 0) {
            return Optional.empty();
        }
        String evidence = "The clock of %s is %s %s the server's, and a lock of its is good for %s."
                .formatted(
                        Formats.visible(client.holder()),
                        Formats.lasted(off.abs()),
                        off.isNegative() ? "behind" : "ahead of",
                        Formats.lasted(seen.ttl()));
        return Optional.of(new Wrong(seen.lock(), client.holder(), evidence));
    }
}
