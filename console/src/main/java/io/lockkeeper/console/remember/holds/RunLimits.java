package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.loops.LastUsed;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Notes the expiry that is written with an acquisition: the document has it until the release, which writes another. Of a lock that was
 * not acquired since the console began to watch, nothing is known. Thread-safe.
 */
@Component
public class RunLimits implements LockWrite.Listener {

    private static final int MOST = 10_000;

    private final Map<LockId, RunLimit> known = LastUsed.atMost(MOST);

    /** The limit that the last seen acquisition wrote. */
    public synchronized Optional<RunLimit> of(LockId lock) {
        return Optional.ofNullable(known.get(lock));
    }

    @Override
    public void changed(LockSource source, Board board, LockWrite change) {
        boolean told = board.dialect().job().flatMap(job -> job.atMost()).isPresent();
        Optional<DialectLock> after = change.after().filter(DialectLock::held);
        if (told && after.isPresent()) {
            noted(new LockId(source.id(), after.get().name()), change.before(), after.get());
        }
    }

    @Override
    public void past(LockSource source, Board board, LockWrite change) {
        changed(source, board, change);
    }

    private void noted(LockId lock, Optional<DialectLock> before, DialectLock after) {
        Optional<Instant> acquired = after.acquired();
        Optional<Instant> expires = after.expiry().instant();
        if (acquired.isEmpty() || expires.isEmpty()) {
            return;
        }
        if (before.filter(it -> it.acquisition().equals(after.acquisition())).isEmpty()) {
            acquired(lock, Duration.between(acquired.get(), expires.get()), acquired.get());
        } else if (before.flatMap(it -> it.expiry().instant())
                .filter(expires.get()::isAfter)
                .isPresent()) {
            extended(lock);
        }
    }

    /** Late reports do not replace newer values. */
    private synchronized void acquired(LockId lock, Duration length, Instant at) {
        RunLimit last = known.get(lock);
        if (last == null) {
            known.put(lock, RunLimit.first(length, at));
        } else if (last.at().isBefore(at)) {
            known.put(lock, last.next(length, at));
        }
    }

    private synchronized void extended(LockId lock) {
        known.computeIfPresent(lock, (id, limit) -> limit.moved());
    }
}
