package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.watch.board.RankedLock.Group;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import java.time.Instant;
import java.util.Locale;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a source that fit into a board's room. Where documents stay behind that no lock needs any more, only some of these are kept, and
 * what does not fit is known by its name; what another library keeps gives way from the end, free locks first. Not thread-safe.
 */
final class KeptLocks {

    private static final String FULL =
            "This console has room for %,d of %s%,d locks in use; of the others it knows the names %s. Nothing is wrong with them: give the console more heap.";

    private final Ranking ranking = new Ranking();
    private final BoardRoom room;
    private final boolean leavesFree;

    KeptLocks(BoardRoom room, boolean leavesFree) {
        this.room = room;
        this.leavesFree = leavesFree;
    }

    /** An empty set in as much room. */
    KeptLocks fresh() {
        return new KeptLocks(room.fresh(), leavesFree);
    }

    Ranking ranking() {
        return ranking;
    }

    BoardRoom room() {
        return room;
    }

    void show() {
        room.show();
        room.take(used());
    }

    void put(Lock lock, Instant at) {
        Lock fitted = fitted(lock, at);
        if (fitted == null) {
            ranking.remove(lock.id());
        } else {
            ranking.put(fitted, BoardRoom.cost(fitted), at);
            giveWay();
        }
        room.take(used());
    }

    void remove(BsonValue id) {
        ranking.remove(id);
        room.take(used());
    }

    /** Whether a new reading of the collection would bring locks that did not fit before. */
    boolean hasRoomAgain() {
        return room.isFreeAgain(used());
    }

    /** Whether every document is on it, that of a free lock, too. */
    boolean hasAll() {
        return !leavesFree && !room.isIncomplete();
    }

    /** Whether more may be free than are kept. */
    boolean keepsFewFree() {
        return leavesFree && ranking.size(Group.FREE) >= Board.FREE_KEPT;
    }

    /** Why some locks in use are left out, in a sentence; empty if none are. */
    String leftOut() {
        return room.isIncomplete() && isFullOfUnreadable()
                ? String.format(
                        Locale.ROOT,
                        "More than %,d documents cannot be read: the others are not shown.",
                        room.unreadable())
                : lackOfRoom();
    }

    /** The reason, where only this console is the cause. */
    String lackOfRoom() {
        if (!room.isIncomplete() || isFullOfUnreadable()) {
            return "";
        }
        if (locks() >= room.locks()) {
            return String.format(
                    Locale.ROOT,
                    "This console keeps %,d locks of a source: the others are not shown. Nothing is wrong with them.",
                    room.locks());
        }
        int whole = locks() - ranking.namesOnly();
        return room.forgets()
                ? String.format(Locale.ROOT, FULL, whole, "more than ", locks(), "at most")
                : String.format(Locale.ROOT, FULL, whole, "", locks(), "only");
    }

    private boolean isFullOfUnreadable() {
        return ranking.unreadable() >= room.unreadable();
    }

    private @Nullable Lock fitted(Lock lock, Instant at) {
        if (lock.isForeign() || lock.isIdle(at)) {
            return lock;
        }
        if (lock.kind(at) == State.UNREADABLE && unreadableBeside(lock) >= room.unreadable()) {
            room.full(used());
            return null;
        }
        return leavesFree ? room.fit(lock, used() - ranking.bytesInUse(lock.id())) : lock;
    }

    private int unreadableBeside(Lock lock) {
        boolean again = ranking.find(lock.id())
                .filter(it -> it.isKept() && !it.isReadable())
                .isPresent();
        return ranking.unreadable() - (again ? 1 : 0);
    }

    private long used() {
        return ranking.bytesOfOwners() + ranking.bytes(Group.LIVE) + (leavesFree ? 0 : ranking.bytes(Group.FREE));
    }

    private void giveWay() {
        if (leavesFree) {
            forgetOldest(Group.FREE);
            forgetOldest(Group.STRAY);
        }
        while (isTooMuch()) {
            boolean free = !leavesFree && ranking.size(Group.FREE) > 0;
            ranking.removeLast(free ? Group.FREE : Group.LIVE);
            room.full(used());
        }
    }

    private boolean isTooMuch() {
        return locks() > room.locks() || (!leavesFree && locks() > 1 && !room.has(used()));
    }

    private int locks() {
        return ranking.size(Group.LIVE) + (leavesFree ? 0 : ranking.size(Group.FREE));
    }

    private void forgetOldest(Group group) {
        while (ranking.size(group) > Board.FREE_KEPT
                || (ranking.size(group) > 1 && ranking.bytes(group) > room.forFree())) {
            ranking.removeLast(group);
        }
    }
}
