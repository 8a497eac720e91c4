package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.act.eviction.QueuedWaiter;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.board.ScopedBoard;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Released;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is shown of one lock at one moment. If two are equal, nothing has to be redrawn.
 *
 * @param name the lock's name as it is stored
 * @param state what the lock is
 * @param token the last token granted
 * @param damage what is wrong with its document, or null
 * @param holders its leases
 * @param queue who waits, in the order of service
 * @param released the last lease that ended, or null
 * @param alsoHeld the other locks that the first holder's agent holds
 * @param paused until when, and why, nobody acquires it, or null
 */
record LockFacts(
        String name,
        LockState state,
        long token,
        @Nullable String damage,
        List<HolderFacts> holders,
        List<QueuedWaiter> queue,
        @Nullable Released released,
        List<String> alsoHeld,
        @Nullable Pause paused) {

    /**
     * A lease, and what is known about its holder.
     *
     * @param live whether it has not run out
     * @param late whether its agent does not renew it in time
     * @param life whether its agent lives
     * @param eviction where its eviction stands, or null if it is not evicted
     */
    record HolderFacts(
            Holder holder,
            boolean live,
            boolean late,
            AgentLife life,
            @Nullable EvictionState eviction) {

        static HolderFacts of(Holder holder, AgentLives lives, Instant now) {
            return new HolderFacts(
                    holder,
                    LockView.isLive(holder, now),
                    LockView.isLate(holder, now),
                    lives.of(holder),
                    EvictionState.of(holder, now).orElse(null));
        }
    }

    static LockFacts of(LockView lock, ScopedBoard board, AgentLives lives, Instant now) {
        LockDocument document = lock.lock();
        return new LockFacts(
                lock.name(),
                lock.state(now),
                document == null ? 0 : document.token(),
                lock.damage(),
                lock.holders().stream()
                        .map(it -> HolderFacts.of(it, lives, now))
                        .toList(),
                QueuedWaiter.of(lock.queue(), now),
                document == null ? null : document.released(),
                alsoHeld(lock, board),
                lock.pause(now).orElse(null));
    }

    /** A name under which there is no document. */
    static LockFacts absent(String name) {
        return nothing(name, LockState.ABSENT);
    }

    /** A name of which nothing is known yet. */
    static LockFacts unread(String name) {
        return nothing(name, LockState.UNREAD);
    }

    /** Whether there is a lock to show. */
    boolean isThere() {
        return state != LockState.ABSENT && state != LockState.UNREAD && state != LockState.FOREIGN;
    }

    private static LockFacts nothing(String name, LockState state) {
        return new LockFacts(name, state, 0, null, List.of(), List.of(), null, List.of(), null);
    }

    private static List<String> alsoHeld(LockView lock, ScopedBoard board) {
        return lock.holder().stream()
                .flatMap(holder -> board.heldBy(holder.owner().agent()).stream())
                .map(LockView::name)
                .filter(name -> !name.equals(lock.name()))
                .toList();
    }
}
