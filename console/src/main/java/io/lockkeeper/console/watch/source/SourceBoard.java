package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.ForeignLock.State;
import io.lockkeeper.console.watch.dialect.OwnDialect;
import io.lockkeeper.console.watch.source.Ranking.Listing;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/** The locks of one source in memory, at most {@value #MOST}. Thread-safe. */
public final class SourceBoard implements SourceLocks {

    public static final int MOST = 200_000;

    /** How many of Lockkeeper's own free locks are kept: their documents stay for a day after the last use. */
    static final int MOST_FREE_OF_OURS = 1_000;

    /** How many documents that cannot be read are kept: they come first, and must not keep locks out. */
    static final int MOST_UNREADABLE = 1_000;

    private final SourceRoom room = SourceRoom.ofTheHeap();
    private final LockSource source;
    private final Dialect dialect;
    private Ranking ranking = new Ranking();
    private final int mostFree;
    private boolean full;
    private long readings;

    SourceBoard(LockSource source, Dialect dialect) {
        this.source = source;
        this.dialect = dialect;
        mostFree = dialect instanceof OwnDialect ? MOST_FREE_OF_OURS : MOST;
    }

    /** The source as it was when following began. */
    LockSource source() {
        return source;
    }

    @Override
    public Dialect dialect() {
        return dialect;
    }

    /** Replaces everything known. */
    synchronized void replaceBy(SourceBoard read) {
        room.change(read.ranking.bytes() - ranking.bytes());
        ranking = read.ranking;
        full = read.full;
        readings++;
    }

    /** Takes what was read in a document. If it is not (or no longer) a lock of the dialect, it is forgotten. */
    synchronized void put(BsonDocument document, Optional<ForeignLock> lock, Instant now) {
        changing(() -> {
            ranking.remove(document.get("_id", BsonNull.VALUE));
            lock.ifPresent(it -> place(it, size(document), now));
        });
    }

    /** Those that cannot be read stand first in the order, so that they never give way: there is room for some. */
    private void place(ForeignLock lock, int size, Instant now) {
        boolean oneMore = ranking.count(State.UNREADABLE) >= MOST_UNREADABLE && lock.state(now) == State.UNREADABLE;
        if (oneMore) {
            full = true;
            return;
        }
        ranking.put(lock, size, now);
        giveWay();
    }

    private static int size(BsonDocument document) {
        return document instanceof RawBsonDocument raw ? raw.getByteBuffer().remaining() : 0;
    }

    /** If there are too many, free ones are forgotten first. */
    private void giveWay() {
        if (ranking.count(State.FREE) > mostFree) {
            ranking.removeLast();
        } else if (ranking.size() > MOST) {
            ranking.removeLast();
            full = true;
        }
        while (ranking.size() > 1 && room.isExceeded(ranking.bytes())) {
            ranking.removeLast();
            full = true;
        }
    }

    /** What a board takes counts from when it is shown. */
    private void changing(Runnable change) {
        long before = ranking.bytes();
        change.run();
        room.change(readings > 0 ? ranking.bytes() - before : 0);
    }

    /** Gives the room back: nothing is put on the board any more. */
    synchronized void close() {
        room.change(readings > 0 ? -ranking.bytes() : 0);
        readings = 0;
    }

    /** Forgets the document with this key. */
    synchronized void remove(BsonDocument key) {
        changing(() -> ranking.remove(key.get("_id", BsonNull.VALUE)));
    }

    /** The lock with this id, if its document is a lock now. */
    @Override
    public synchronized Optional<ForeignLock> find(BsonValue id) {
        return ranking.find(id);
    }

    /** If several locks have this name, the one that changed last. */
    public Optional<ForeignLock> named(String name) {
        return all(name, 1).stream().findFirst();
    }

    @Override
    public synchronized Optional<LockView> view(String name) {
        return ranking.view(name);
    }

    /** The locks of this name, the one that changed last first. */
    @Override
    public synchronized List<ForeignLock> all(String name, int most) {
        return ranking.all(name, most);
    }

    /** The names of which there are several documents, although each is meant to have one. */
    @Override
    public synchronized List<String> doubled(int most) {
        return dialect.mayHaveTwoDocuments() ? ranking.several(most) : List.of();
    }

    /** How many there are, with those that have expired by then. */
    public synchronized Counts counts(Instant now) {
        ranking.advance(now);
        return new Counts(
                ranking.count(State.HELD),
                ranking.count(State.EXPIRED),
                ranking.count(State.FREE),
                ranking.count(State.UNREADABLE),
                ranking.waiting(),
                full,
                version());
    }

    private String version() {
        return readings + "." + ranking.version();
    }

    /**
     * How many locks there are at a moment.
     *
     * @param unreadable how many documents cannot be read
     * @param waiting how many waiters there are, as far as documents tell
     * @param full whether there are more than are kept
     * @param version differs after any change
     */
    public record Counts(int held, int expired, int free, int unreadable, int waiting, boolean full, String version) {

        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, false, "");

        public int all() {
            return held + expired + free + unreadable;
        }

        /** Why not all locks are shown, as a sentence; empty if they are. */
        public String leftOut() {
            if (!full) {
                return "";
            }
            return unreadable < MOST_UNREADABLE
                    ? String.format(Locale.ROOT, "There are more than %,d locks: the others are not shown.", MOST)
                    : String.format(
                            Locale.ROOT,
                            "More than %,d documents cannot be read: the others are not shown.",
                            MOST_UNREADABLE);
        }
    }

    /**
     * The first, as of the last moment that was asked for: those that cannot be read, those that have expired, then the held
     * ones, the longest held first, then the free ones.
     */
    public synchronized List<ForeignLock> first(int most) {
        return ranking.first(most);
    }

    @Override
    public List<LockView> ownInUse() {
        return dialect.hasQueues()
                ? listing().all().stream()
                        .filter(view -> view.library() == null && !view.isFree())
                        .toList()
                : List.of();
    }

    private synchronized Listing listing() {
        return ranking.listing();
    }

    private synchronized Listing listing(Instant now) {
        ranking.advance(now);
        return ranking.listing();
    }

    @Override
    public synchronized List<LockView> heldBy(String agent) {
        return ranking.heldBy(agent).stream().map(LockView::of).toList();
    }

    /** In the order of {@link #first}. */
    @Override
    public List<ForeignLock> othersInUse(Instant now) {
        return listing(now).all().stream()
                .filter(view -> isInUse(view, now))
                .flatMap(view -> Stream.ofNullable(view.library()))
                .toList();
    }

    /**
     * All that are not free at a moment, and those of Lockkeeper's own that somebody waits for, in the same order. Several documents of
     * one name are one lock.
     */
    List<LockView> listed(Instant now) {
        return listing(now).once(view -> isInUse(view, now));
    }

    /** The free ones that are kept, in the same way. */
    List<LockView> free(Instant now) {
        return listing(now).once(view -> !isInUse(view, now));
    }

    private static boolean isInUse(LockView view, Instant now) {
        return view.library() == null ? !view.isFree() : view.library().state(now) != State.FREE;
    }

    /** Whether every document is on it, that of a free lock, too. */
    synchronized boolean hasAll() {
        return mostFree == MOST && !full;
    }

    /** Whether more may be free than are kept. */
    boolean keepsFewFree(Counts counts) {
        return mostFree < MOST && counts.free() >= mostFree;
    }

    /** The locks in a state at a moment, in the same order. */
    public synchronized List<ForeignLock> in(State state, Instant now, int most) {
        ranking.advance(now);
        return ranking.in(state, most);
    }

    /** The locks whose name or holders contain the text, in the same order. Examines every lock. */
    public synchronized List<ForeignLock> matching(String text) {
        String part = text.toLowerCase(Locale.ROOT);
        return ranking.matching(lock -> Stream.concat(Stream.of(lock.name()), lock.holders().stream())
                .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(part)));
    }
}
