package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.Outage;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.OwnDialect;
import io.lockkeeper.console.holds.UsualHolds;
import io.lockkeeper.console.source.ForeignChange;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.console.waits.Deadlock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * What is wrong with Lockkeeper's own locks in sources. The findings are those of the console's first collection, except those that need
 * the agents' documents, which are read in the first database only. Here, an agent is judged silent by its leases.
 */
@Component
class OwnSources implements ForeignChange.Listener {

    private final Map<String, LockFindings> bySource = new ConcurrentHashMap<>();
    private final UsualHolds usuals;
    private final Duration patience;

    OwnSources(UsualHolds usuals, @Value("${lockkeeper.findings.long-wait:5m}") Duration patience) {
        this.usuals = usuals;
        this.patience = patience;
    }

    static boolean isOurs(SourceBoard board) {
        return board.dialect() instanceof OwnDialect;
    }

    @Override
    public void changed(LockSource source, SourceBoard board, ForeignChange change) {
        if (isOurs(board)) {
            change.after()
                    .flatMap(ForeignLock::own)
                    .ifPresent(lock -> of(source.id()).changed(new LockView(lock.name(), lock, null)));
        }
    }

    @Override
    public void readAnew(LockSource source, SourceBoard board) {
        if (isOurs(board)) {
            of(source.id()).readAnew(board.ownInUse());
        }
    }

    List<Detected> look(String source, List<LockView> locks, Outage outage, Instant now, List<Deadlock> deadlocks) {
        LockFindings.Known known = new LockFindings.Known(
                AgentLives.byLeases(locks, outage, now),
                unused -> Optional.empty(),
                lock -> usuals.of(source, lock),
                patience,
                outage);
        return of(source).look(locks, now, known, deadlocks).stream()
                .map(found -> found.in(source))
                .toList();
    }

    /** A pass over all sources ends: what was removed is forgotten. */
    void endPass(Set<String> sources) {
        bySource.keySet().retainAll(sources);
        bySource.values().forEach(LockFindings::endPass);
    }

    private LockFindings of(String source) {
        return bySource.computeIfAbsent(source, unseen -> new LockFindings());
    }
}
