package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The {@link SourceFindings} of each source, updated with the changes of its locks. Thread-safe. */
@Component
class FindingsBySource implements LockWrite.Listener {

    private final Map<String, SourceFindings> bySource = new ConcurrentHashMap<>();

    FindingsBySource(Board board) {
        board.onChange(lock -> first().changed(lock));
        board.onReadAnew(locks -> first().readAnew(locks));
    }

    SourceFindings first() {
        return of(LockId.FIRST);
    }

    SourceFindings of(String source) {
        return bySource.computeIfAbsent(source, unseen -> new SourceFindings());
    }

    @Override
    public void changed(LockSource source, Board board, LockWrite change) {
        change.after()
                .flatMap(DialectLock::own)
                .ifPresent(lock -> of(source.id()).changed(Lock.of(lock)));
    }

    @Override
    public void readAnew(LockSource source, Board board) {
        of(source.id()).readAnew(board.live());
    }

    /** A pass over all sources ends: what was removed is forgotten. */
    void endPass(Set<String> sources) {
        bySource.keySet().retainAll(sources);
        bySource.values().forEach(SourceFindings::endPass);
    }
}
