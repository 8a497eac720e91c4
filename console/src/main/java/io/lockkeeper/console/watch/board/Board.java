package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.watch.board.RankedLock.Group;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonValue;
import org.springframework.stereotype.Component;

/**
 * The locks of one source in memory, as many as its {@link BoardRoom} allows. If free locks leave their documents behind, the
 * {@value #FREE_KEPT} that became free last are kept, and as many documents of other programs. Thread-safe.
 */
@Component
public class Board {

    /** How many free locks are kept, and of other programs' documents: there may be millions, one for each order of the day. */
    public static final int FREE_KEPT = 1_000;

    /** How many locks of a source are kept, beside the first collection. */
    public static final int MOST = 200_000;

    public static final int MOST_UNREADABLE = 1_000;

    /** How many sources share a part of the heap. */
    public static final int SOURCES = BoardRoom.SHARES;

    private final Dialect dialect;
    private final List<Consumer<Lock>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Collection<Lock>>> readers = new CopyOnWriteArrayList<>();
    private volatile KeptLocks kept;
    private long version;

    /** The board of the console's first collection, which has a part of the heap for itself. */
    public Board() {
        this(new LockkeeperDialect(), BoardRoom.ofTheFirst());
    }

    /** The board of another source. */
    public Board(Dialect dialect) {
        this(dialect, BoardRoom.shared());
    }

    Board(Dialect dialect, BoardRoom room) {
        this(dialect, new KeptLocks(room, dialect.leavesFree()));
    }

    private Board(Dialect dialect, KeptLocks kept) {
        this.dialect = dialect;
        this.kept = kept;
    }

    /** A new board to read into, which then replaces this one by {@link #replaceBy}. */
    public Board fresh() {
        return new Board(dialect, kept.fresh());
    }

    /** The dialect that reads the documents. */
    public Dialect dialect() {
        return dialect;
    }

    /** Takes over what another board has, as a reading put it there. */
    public void replaceBy(Board read) {
        List<Lock> locks = read.all();
        synchronized (this) {
            kept.room().close();
            kept = read.kept;
            kept.show();
            changed();
        }
        readers.forEach(each -> Resilient.run("board's reader", () -> each.accept(locks), cause -> {}));
    }

    /** Releases its memory: nothing may be put on it any more. */
    public synchronized void close() {
        kept.room().close();
    }

    /**
     * Calls the listener with every change, in order, on the thread that makes it; with a lock that is free, where its document was
     * deleted. The listener must be quick.
     */
    public void onChange(Consumer<Lock> listener) {
        listeners.add(listener);
    }

    /** Calls the listener with all locks after they were read again, on the thread that did: what changed meanwhile is unknown. */
    public void onReadAnew(Consumer<Collection<Lock>> listener) {
        readers.add(listener);
    }

    /** A lock, or what another program keeps among them, as its document is now. */
    public void put(Lock lock, Instant at) {
        synchronized (this) {
            kept.put(lock, at);
            changed();
        }
        tell(lock);
    }

    /** The document with this id was deleted, or is no longer a lock's. */
    public void remove(BsonValue id) {
        synchronized (this) {
            kept.remove(id);
            changed();
        }
        if (id.isString()) {
            tell(Lock.gone(id.asString().getValue()));
        }
    }

    /** A listener that fails at one lock hears of the next. */
    private void tell(Lock lock) {
        listeners.forEach(each -> Resilient.run("board's listener", () -> each.accept(lock), cause -> {}));
    }

    private void changed() {
        version++;
        notifyAll();
    }

    /** Grows with every change of a document. */
    synchronized long version() {
        return version;
    }

    /** Waits until the board differs from version {@code known}, at most {@code millis}. */
    synchronized void awaitChange(long known, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (version == known && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
    }

    /** The lock whose document has this id. */
    public synchronized Optional<Lock> find(BsonValue id) {
        return kept.ranking().find(id);
    }

    /** The lock of this name; of several documents, the one that changed last. */
    public Optional<Lock> find(String name) {
        return all(name, 1).stream().findFirst();
    }

    /** The locks of this name, the one that changed last first. */
    public synchronized List<Lock> all(String name, int most) {
        return kept.ranking().all(name, most);
    }

    /** The names of which there are several documents, although each is meant to have one. */
    public synchronized List<String> doubled(int most) {
        return dialect.mayHaveTwoDocuments()
                ? kept.ranking().several().stream().limit(most).toList()
                : List.of();
    }

    /** The locks that an agent holds, in no particular order. Does not keep others from changing them: one may hold most of the locks. */
    public List<Lock> heldBy(String agent) {
        return List.copyOf(kept.ranking().holdings().of(agent));
    }

    private synchronized List<Lock> all() {
        return kept.ranking().stream().map(RankedLock::lock).toList();
    }

    /** All locks that are not free, as of the last moment that was asked for. */
    public synchronized List<Lock> live() {
        return kept.ranking().listed(Group.LIVE);
    }

    /** The same, as of a moment. */
    public synchronized List<Lock> live(Instant now) {
        return at(now).listed(Group.LIVE);
    }

    private Ranking at(Instant now) {
        kept.ranking().advance(now);
        return kept.ranking();
    }

    /**
     * The locks of which an entry may have run out after the first moment and up to the second: those that time has changed since the first,
     * and all that somebody waits for; of the free ones, among those that are kept. There are few of them where many are held.
     */
    public synchronized List<Lock> runningOut(Instant after, Instant upTo) {
        return kept.ranking().runningOut(after, upTo).map(RankedLock::lock).toList();
    }

    /** The number of live locks. */
    public synchronized int size() {
        return kept.ranking().size(Group.LIVE);
    }

    /** The latest first. */
    public synchronized List<Lock> free() {
        return kept.ranking().listed(Group.FREE);
    }

    /** The documents of other programs, except where a lock has the same name. */
    public synchronized List<Lock> foreign() {
        return kept.ranking().strays();
    }

    /**
     * All locks that are not free at a moment, the most worrying first, and the documents of other programs last. Several documents of a
     * name are one lock.
     */
    public synchronized List<Lock> inUse(Instant now) {
        List<Lock> all = at(now).once(Group.LIVE);
        all.addAll(foreign());
        return all;
    }

    /** The free ones that are kept, in the same way, the latest first. */
    public synchronized List<Lock> free(Instant now) {
        return at(now).once(Group.FREE);
    }

    /** The locks of a kind at a moment. */
    public synchronized List<Lock> in(State kind, Instant now, int most) {
        return at(now).stream()
                .filter(it -> it.kind() == kind)
                .limit(most)
                .map(RankedLock::lock)
                .toList();
    }

    /** The counts at a moment. */
    public synchronized BoardCounts counts(Instant now) {
        return at(now).counts(leftOut(), version);
    }

    /** Why not all locks in use are shown, in a sentence; empty if they are. */
    public synchronized String leftOut() {
        return kept.leftOut();
    }

    /** The reason, where only this console is the cause: it has too little memory, or keeps no more. */
    public synchronized String lackOfRoom() {
        return kept.lackOfRoom();
    }

    /** Whether a new reading of the collection would bring locks that did not fit before. */
    public synchronized boolean hasRoomAgain() {
        return kept.hasRoomAgain();
    }

    /** Whether every document is on it, that of a free lock, too. */
    public synchronized boolean hasAll() {
        return kept.hasAll();
    }

    /** Whether more may be free than are kept. */
    public synchronized boolean keepsFewFree() {
        return kept.keepsFewFree();
    }
}
