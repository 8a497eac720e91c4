package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ask.locks.ExpiryWords;
import io.lockkeeper.console.ask.locks.JobMark;
import io.lockkeeper.console.ask.locks.KeptWords;
import io.lockkeeper.console.ask.locks.ListColumn;
import io.lockkeeper.console.ask.locks.LockSentence;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionWords;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Expiry;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lock as a row of the list: what is sent to the browser, and where it stands, so that two equal rows need no sending. Instants are
 * milliseconds of the server's clock, 0 for none; the browser counts with them.
 *
 * @param place where it stands in the list
 * @param name the lock's name as it is stored
 * @param state what the lock is now
 * @param texts of its cells
 * @param clock of the lease that stands for it
 * @param token the lease's token, or the last one
 * @param told what stands in the place of figures that another library's document does not have
 * @param job the job behind it
 * @param finding the worst that was found of it, or null
 * @param head null for a lock; else the row is the head of a group
 */
record LockRow(
        int place,
        String name,
        LockState state,
        Texts texts,
        Clock clock,
        int waiters,
        long token,
        Told told,
        Job job,
        @Nullable Kind finding,
        @Nullable GroupHead head) {

    /**
     * Texts of cells.
     *
     * @param plain of the columns that have no more
     * @param holder service, instance or host, and pid
     * @param detail what operators let each other know, note and thread
     */
    record Texts(Map<ListColumn, String> plain, String holder, String detail) {}

    /**
     * What the browser counts from and to.
     *
     * @param since when the lease was granted, or the use of a kept one began
     * @param touched when it was touched last, or evicted
     * @param expires when it ends unless it is touched again, or when its quarantine ends
     */
    record Clock(long since, long touched, long expires) {

        static final Clock NONE = new Clock(0, 0, 0);
    }

    /**
     * Words where there is no figure.
     *
     * @param held what "held" means
     * @param since in place of the time for which it is held
     * @param left in place of the time that is left
     * @param ends how it ends, at length
     * @param waits in place of the number of waiters
     */
    record Told(String held, String since, String left, String ends, String waits) {

        /** The texts of one of Lockkeeper's own locks, whose document has all figures. */
        static final Told ALL = new Told(LockState.HELD.words(), "", "", "", "");

        private static final String UNKNOWN = "unknown";

        static Told of(DialectLock lock, String held, Instant now) {
            boolean taken = lock.isTaken(now);
            boolean never = lock.expiry() instanceof Expiry.Never;
            return new Told(
                    held,
                    taken && lock.acquired().isEmpty() ? UNKNOWN : "",
                    taken && lock.expiry().instant().isEmpty() ? (never ? "never" : UNKNOWN) : "",
                    ExpiryWords.of(lock, now),
                    UNKNOWN);
        }
    }

    /**
     * The job behind a lock, as its cell shows it.
     *
     * @param words what matters most of it
     * @param since when that was, for the browser to count; 0 for not at all
     * @param before when it is to be, in the same way
     * @param all that is known of it, at length
     */
    record Job(String css, String words, long since, long before, String all) {

        static final Job NONE = new Job("", "", 0, 0, "");

        static Job of(JobMark mark, Instant now) {
            return new Job(mark.css(), mark.words(), mark.since(), mark.before(), mark.all(now));
        }

        /** The word after the time that has passed. */
        String ago() {
            return since == 0 ? "" : "ago";
        }
    }

    static LockRow of(GroupHead head, int place) {
        return new LockRow(
                place,
                head.key(),
                LockState.FREE,
                new Texts(Map.of(), "", ""),
                Clock.NONE,
                head.waiting(),
                0,
                Told.ALL,
                Job.NONE,
                null,
                head);
    }

    /** @param held what "held" means in the dialect of its source */
    static LockRow of(Lock lock, int place, @Nullable Finding worst, String held, Instant now) {
        LockState state = lock.state(now);
        LockRow row = lock.holder()
                .map(holder -> held(lock, place, holder, state))
                .orElseGet(() -> unheld(lock, place, state, now));
        LockRow whole = lock.library().map(facts -> row.of(facts, held, now)).orElse(row);
        return worst == null ? whole : whole.with(worst.kind());
    }

    private LockRow of(DialectLock lock, String means, Instant now) {
        boolean taken = lock.isTaken(now);
        Optional<Instant> acquired = lock.acquired().filter(since -> taken);
        Optional<Instant> ends = lock.expiry().instant().filter(at -> taken);
        return new LockRow(
                place,
                name,
                state,
                new Texts(texts.plain, taken ? LockSentence.holders(lock) : "", lock.isReadable() ? "" : texts.detail),
                new Clock(
                        millis(acquired),
                        millis(lock.heartbeat()
                                .or(() -> acquired)
                                .or(() -> ends)
                                .filter(at -> taken)),
                        millis(ends)),
                0,
                lock.fence().orElse(0),
                Told.of(lock, means, now),
                job,
                null,
                null);
    }

    private static long millis(Optional<Instant> at) {
        return at.map(Instant::toEpochMilli).orElse(0L);
    }

    private LockRow with(Kind found) {
        return with(job, found);
    }

    LockRow with(JobMark mark, Instant now) {
        return with(Job.of(mark, now), finding);
    }

    /** With what is known of the lock before the rest of its details. */
    LockRow saying(String words) {
        String all = Stream.of(words, texts.detail).filter(it -> !it.isEmpty()).collect(Collectors.joining(" · "));
        Texts said = new Texts(texts.plain, texts.holder, all);
        return new LockRow(place, name, state, said, clock, waiters, token, told, job, finding, head);
    }

    private LockRow with(Job behind, @Nullable Kind found) {
        return new LockRow(place, name, state, texts, clock, waiters, token, told, behind, found, head);
    }

    /** The style of the row: that of its finding; empty for none. */
    String style() {
        return head == null ? severity() : "group";
    }

    private String severity() {
        return finding == null ? "" : finding.severity().css();
    }

    private ShownState shownState() {
        return ShownState.of(state, finding, told.held());
    }

    String stateMark() {
        if (head != null) {
            return head.worst().isEmpty() ? "state none" : "state severity " + head.worst();
        }
        return shownState().css();
    }

    String stateBriefly() {
        if (head != null) {
            return head.findingsInWords();
        }
        return shownState().brief();
    }

    String stateInWords() {
        if (head != null) {
            return head.findingsInWords();
        }
        return shownState().explained();
    }

    /** The text of a column that has no more. */
    String text(ListColumn column) {
        return Formats.visible(texts.plain.getOrDefault(column, ""));
    }

    String shownName() {
        return head == null ? Formats.name(name) : head.title();
    }

    /** Whether a group's locks are listed below its head; empty for a lock. */
    String fold() {
        return head == null ? "" : head.folded() ? "folded" : "open";
    }

    String groupInWords() {
        return head == null ? "" : head.inWords();
    }

    /** How many locks a group has; empty for a lock. */
    String members() {
        return head == null ? "" : head.members();
    }

    String css() {
        return head == null ? state.css() : "group";
    }

    String granted() {
        return clock.since == 0 ? "" : Times.present().seconds(Instant.ofEpochMilli(clock.since));
    }

    String sinceExactly() {
        return clock.since == 0 ? "" : "Granted " + Formats.exact(Instant.ofEpochMilli(clock.since));
    }

    String expiresExactly() {
        String ends = Formats.exact(Instant.ofEpochMilli(clock.expires));
        if (!told.ends().isEmpty()) {
            return told.ends();
        }
        return switch (state) {
            case EVICTED -> "The quarantine ends %s".formatted(ends);
            case UNANSWERED -> "The lease expires %s".formatted(ends);
            default ->
                clock.expires == 0
                        ? ""
                        : "Renewed %s; expires %s unless it is renewed again"
                                .formatted(Formats.exact(Instant.ofEpochMilli(clock.touched)), ends);
        };
    }

    String shownWaiters() {
        return waiters == 0 ? told.waits() : String.format(Locale.ROOT, "%,d", waiters);
    }

    String shownToken() {
        return token == 0 ? "" : Long.toString(token);
    }

    private static LockRow held(Lock lock, int place, Holder holder, LockState state) {
        int others = lock.holders().size() - 1;
        Eviction mark = state == LockState.EVICTED ? holder.evicted() : null;
        return new LockRow(
                place,
                lock.name(),
                state,
                new Texts(
                        ListColumn.texts(lock),
                        words(holder.owner()) + (others > 0 ? String.format(Locale.ROOT, " and %d more", others) : ""),
                        detail(holder)),
                new Clock(
                        millis(holder.heldSince()),
                        (mark == null ? holder.updatedAt() : mark.at()).toEpochMilli(),
                        (mark == null ? holder.expiresAt() : mark.until()).toEpochMilli()),
                lock.waiters(),
                holder.token(),
                Told.ALL,
                Job.NONE,
                null,
                null);
    }

    private static LockRow unheld(Lock lock, int place, LockState state, Instant now) {
        String said = switch (lock) {
            case Lock.Own own -> lastHolder(own.document(), now);
            case Lock.Library library -> "no lock document: " + library.facts().damage();
            case Lock.Unreadable unreadable -> unreadable.sentence();
        };
        return new LockRow(
                place,
                lock.name(),
                state,
                new Texts(ListColumn.texts(lock), "", Formats.visible(said)),
                Clock.NONE,
                lock.waiters(),
                lock.own().map(LockDocument::token).orElse(0L),
                Told.ALL,
                Job.NONE,
                null,
                null);
    }

    private static String lastHolder(LockDocument lock, Instant now) {
        Released last = lock.released();
        if (last == null) {
            return "";
        }
        String evicted = EvictionState.of(last)
                .map(it -> "; evicted: " + EvictionWords.brief(it))
                .orElse("");
        return "last held by %s until %s%s"
                .formatted(words(last.owner()), Times.present().moment(last.at(), now), evicted);
    }

    private static String words(Owner owner) {
        String where = owner.instance().isEmpty() ? owner.host() : owner.instance();
        return String.format(Locale.ROOT, "%s · %s · %d", owner.service(), where, owner.pid());
    }

    private static String detail(Holder holder) {
        Owner user = holder.user();
        String who = Stream.of(user.note(), user.thread())
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(" · "));
        return holder.hasUses() ? who + " · " + KeptWords.uses(holder) : who;
    }
}
