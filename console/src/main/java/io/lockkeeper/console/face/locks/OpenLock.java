package io.lockkeeper.console.face.locks;

import com.mongodb.MongoException;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockReader;
import io.lockkeeper.console.ask.locks.LockSentence;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.ask.locks.OpenStory;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.waits.Waits;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Scope;
import org.springframework.stereotype.Component;

/**
 * The one lock that a page shows beside its list, with its story: as the board knows it, else as it is stored. A free lock that the board
 * does not keep is read once, one in use that it has no room for every few seconds; while MongoDB does not answer, nothing is known of it.
 * Thread-safe.
 */
@Component
@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
final class OpenLock {

    private final LockReader reader;
    private final AgentLives lives;
    private final OpenStory story;
    private final FindingsFeed findings;
    private final Waits waits;
    private volatile Stored stored = Stored.NOTHING;

    OpenLock(LockReader reader, AgentLives lives, OpenStory story, FindingsFeed findings, Waits waits) {
        this.reader = reader;
        this.lives = lives;
        this.story = story;
        this.findings = findings;
        this.waits = waits;
    }

    /**
     * What a page shows of the lock.
     *
     * @param sentence says it at once; empty for nothing
     */
    record Shown(LockFacts facts, LockStory story, String sentence) {}

    /** What is known without querying MongoDB. */
    Shown known(ScopedBoard board, String name, Instant now) {
        return shown(facts(board, name, now), story.known(board.lock(name)), now);
    }

    /** Queries MongoDB for what is not known, or not any more. Never call it while holding a page's lock. */
    Shown read(ScopedBoard board, String name, Instant now) {
        return shown(readFacts(board, name, now), story.read(board, name, now), now);
    }

    private Shown shown(LockFacts facts, LockStory recorded, Instant now) {
        String source = facts.id().source();
        String sentence = LockSentence.of(
                facts, recorded.knownUsual(), acquirer -> findings.standingSince(source, acquirer), now);
        return new Shown(facts, recorded, sentence);
    }

    /** The sentence about waits beyond its own holders and queue; empty for none. */
    Optional<String> beyond(ScopedBoard board, LockFacts facts, Instant now) {
        return waits.beyond(board, facts.name(), now);
    }

    private static final Duration EVERY = Duration.ofSeconds(2);

    private record Stored(LockId id, @Nullable Lock lock, Instant at) {
        static final Stored NOTHING = new Stored(LockId.first(""), null, Instant.EPOCH);

        boolean isOf(LockId asked) {
            return id.equals(asked);
        }
    }

    private LockFacts facts(ScopedBoard board, String name, Instant now) {
        Stored read = stored;
        boolean isRead = read.isOf(board.lock(name));
        Optional<Lock> listed = board.find(name);
        Optional<Lock> found = listed.filter(Lock::isKept)
                .or(() -> Optional.ofNullable(read.lock).filter(lock -> isRead))
                .or(() -> listed.filter(lock -> !isRead));
        return found.map(lock -> LockFacts.of(lock, board, lives, now))
                .orElseGet(
                        () -> isRead || board.hasAll() ? LockFacts.absent(board, name) : LockFacts.unread(board, name));
    }

    private LockFacts readFacts(ScopedBoard board, String name, Instant now) {
        LockId id = board.lock(name);
        if (isReadable(board) && isUnknown(board.find(name), id, now)) {
            try {
                stored = new Stored(id, reader.read(board.scope(), id).orElse(null), now);
            } catch (MongoException | RefusedException e) {
                return facts(board, name, now);
            }
        }
        return facts(board, name, now);
    }

    private boolean isUnknown(Optional<Lock> listed, LockId id, Instant now) {
        boolean isOld =
                !stored.isOf(id) || (listed.isPresent() && stored.at.plus(EVERY).isBefore(now));
        return listed.filter(Lock::isKept).isEmpty() && isOld;
    }

    private static boolean isReadable(ScopedBoard board) {
        return board.dialect().filter(Dialect::hasQueues).isPresent();
    }

    /** Forgets what was read: when a lock is opened again, it may be old. */
    void forget() {
        stored = Stored.NOTHING;
    }
}
