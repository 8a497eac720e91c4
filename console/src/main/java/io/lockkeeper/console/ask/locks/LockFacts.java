package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.act.eviction.QueuedWaiter;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Released;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is shown of one lock at one moment. If two are equal, nothing has to be redrawn.
 *
 * @param state what the lock is
 * @param token the last token granted, or that of another library's holder; 0 for none
 * @param kind how it is shared, in words; empty where that is unknown
 * @param damage what is wrong with its document, or null
 * @param queue who waits, in the order of service
 * @param released the last lease that ended, or null
 * @param alsoHeld the other locks that the first holder's agent holds
 * @param paused its pause, or null
 * @param library the content of another library's documents; empty for Lockkeeper's own
 * @param dialect what can be known of its source's locks, and done to them; empty while nothing reads them
 */
public record LockFacts(
        LockId id,
        LockState state,
        long token,
        String kind,
        @Nullable String damage,
        List<HolderFacts> holders,
        List<QueuedWaiter> queue,
        @Nullable Released released,
        List<String> alsoHeld,
        @Nullable Pause paused,
        List<DialectLock> library,
        Optional<Dialect> dialect) {

    /** The capacity from which agents assume a read-write lock. */
    private static final int READ_WRITE = 1 << 30;

    /**
     * A lease, and what is known about its holder.
     *
     * @param live whether it has not run out
     * @param late whether its agent does not renew it in time
     * @param life whether its agent lives
     * @param eviction where its eviction stands, or null if it is not evicted
     */
    public record HolderFacts(
            Holder holder,
            boolean live,
            boolean late,
            AgentLife life,
            @Nullable EvictionState eviction) {

        public static HolderFacts of(Holder holder, Function<Holder, AgentLife> lives, Instant now) {
            return new HolderFacts(
                    holder,
                    LeaseTimes.isLive(holder, now),
                    LeaseTimes.isLate(holder, now),
                    lives.apply(holder),
                    EvictionState.of(holder, now).orElse(null));
        }
    }

    public static LockFacts of(Lock lock, ScopedBoard board, AgentLives lives, Instant now) {
        Function<Holder, AgentLife> judge = board.watched()
                .map(source -> lives.in(source, List.of(lock), now))
                .orElse(unjudged -> new AgentLife.Unknown());
        return new LockFacts(
                board.lock(lock.name()),
                lock.state(now),
                lock.own().map(LockDocument::token).orElseGet(lock::heldToken),
                lock.own().map(LockFacts::kind).orElse(""),
                damage(lock, board),
                lock.holders().stream()
                        .map(it -> HolderFacts.of(it, judge, now))
                        .toList(),
                QueuedWaiter.of(lock.queue(), now),
                lock.own().map(LockDocument::released).orElse(null),
                alsoHeld(lock, board),
                lock.pause(now).orElse(null),
                lock instanceof Lock.Library ? board.documents(lock.name()) : List.of(),
                board.dialect());
    }

    /** A name under which there is no document. */
    public static LockFacts absent(ScopedBoard board, String name) {
        return nothing(board, name, LockState.ABSENT);
    }

    /** A name of which nothing is known yet. */
    public static LockFacts unread(ScopedBoard board, String name) {
        return nothing(board, name, LockState.UNREAD);
    }

    public String name() {
        return id.name();
    }

    /** Whether there is a lock to show. */
    public boolean isThere() {
        return state != LockState.ABSENT && state != LockState.UNREAD && state != LockState.FOREIGN;
    }

    /** Whether it has no document, and may be paused before it has one. */
    public boolean isPausableName() {
        return state == LockState.ABSENT && hasQueue();
    }

    /** Whether its waiters are known, and it can be paused. */
    public boolean hasQueue() {
        return dialect.filter(Dialect::hasQueues).isPresent();
    }

    /** The text beside the state. */
    public String aside() {
        String last = library.isEmpty() ? "last token " : "token ";
        String shown = token == 0 ? "" : last + token;
        return kind.isEmpty() || shown.isEmpty() ? kind + shown : kind + " · " + shown;
    }

    private static LockFacts nothing(ScopedBoard board, String name, LockState state) {
        return new LockFacts(
                board.lock(name),
                state,
                0,
                "",
                null,
                List.of(),
                List.of(),
                null,
                List.of(),
                null,
                List.of(),
                board.dialect());
    }

    private static @Nullable String damage(Lock lock, ScopedBoard board) {
        String damage = lock.damage().orElse(null);
        return damage != null && lock instanceof Lock.Library
                ? board.dialect().map(it -> it.unreadable(damage)).orElse(damage)
                : damage;
    }

    private static List<String> alsoHeld(Lock lock, ScopedBoard board) {
        return lock.holder().stream()
                .flatMap(holder -> board.heldBy(holder.owner().agent()).stream())
                .map(Lock::name)
                .filter(name -> !name.equals(lock.name()))
                .toList();
    }

    private static String kind(LockDocument lock) {
        int holders = lock.holders().size();
        if (lock.capacity() == READ_WRITE) {
            return lock.holders().stream().anyMatch(lease -> lease.weight() == READ_WRITE)
                    ? "read-write, held by a writer"
                    : String.format(Locale.ROOT, "read-write, %,d readers", holders);
        }
        return lock.capacity() == 1
                ? "exclusive"
                : String.format(Locale.ROOT, "shared by %,d of %,d", holders, lock.capacity());
    }
}
