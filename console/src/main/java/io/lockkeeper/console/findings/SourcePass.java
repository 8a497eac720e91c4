package io.lockkeeper.console.findings;

import io.lockkeeper.console.board.Outage;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.Expiry;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.ForeignLock.State;
import io.lockkeeper.console.dialect.OwnDialect;
import io.lockkeeper.console.holds.UsualHolds;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.console.source.SourceBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/** One pass over the locks of one source, at one moment. */
final class SourcePass {

    /** The limit per kind and source; one more finding says how many others there are. */
    private static final int MOST = 50;

    /** No other lock has been held for longer. */
    private static final int LONGEST_HELD = 1_000;

    private static final int TIMES_USUAL = 3;
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final Duration TO_BE_FREED = Duration.ofMinutes(1);
    private static final Duration BY_MONITOR = Duration.ofMinutes(2);
    private static final Duration WITHOUT_EXPIRY = Duration.ofMinutes(5);

    private final String source;
    private final SourceBoard board;
    private final Dialect dialect;
    private final Outage outage;
    private final Instant now;
    private final UsualHolds usuals;
    private final ClientClocks clocks;
    private final LeftBehind leftBehind;
    private final List<Detected> found = new ArrayList<>();

    SourcePass(
            String source,
            SourceBoard board,
            Outage outage,
            Instant now,
            UsualHolds usuals,
            ClientClocks clocks,
            LeftBehind leftBehind) {
        this.source = source;
        this.board = board;
        this.dialect = board.dialect();
        this.outage = outage;
        this.now = now;
        this.usuals = usuals;
        this.clocks = clocks;
        this.leftBehind = leftBehind;
    }

    /** The documents that cannot be read. */
    List<Detected> damaged() {
        each(Kind.DAMAGED, board.in(State.UNREADABLE, now, SourceBoard.MOST), this::unreadable);
        return found;
    }

    /** All, for locks of another library. */
    List<Detected> look() {
        damaged();
        each(Kind.NOT_FREED, board.in(State.EXPIRED, now, SourceBoard.MOST), this::notFreed);
        board.doubled(MOST)
                .forEach(name -> add(Kind.TWO_DOCUMENTS, name, "", TwoDocuments.evidence(board.all(name, MOST), now)));
        if (dialect.tellsRenewals()) {
            each(Kind.NOT_RENEWED, board.in(State.HELD, now, SourceBoard.MOST), this::notRenewed);
        } else {
            each(Kind.NOT_RENEWED, board.in(State.HELD, now, LONGEST_HELD), leftBehind::judge);
        }
        each(Kind.HELD_OVER_USUAL, board.in(State.HELD, now, LONGEST_HELD), this::overUsual);
        clocks.wrong(source, now)
                .forEach(wrong -> add(Kind.CLIENT_CLOCK, wrong.lock(), wrong.holder(), wrong.evidence()));
        return found;
    }

    private void each(Kind kind, List<ForeignLock> locks, BiFunction<ForeignLock, Instant, Optional<String>> judge) {
        int more = 0;
        int told = 0;
        for (ForeignLock lock : locks) {
            Optional<String> evidence = judge.apply(lock, now);
            if (evidence.isPresent() && told++ < MOST) {
                add(kind, lock.name(), lock.acquisition().tag(), evidence.get());
            } else if (evidence.isPresent()) {
                more++;
            }
        }
        if (more > 0) {
            found.add(new Detected(
                    kind,
                    source,
                    null,
                    "more",
                    String.format(Locale.ROOT, "%,d more locks of %s.", more, Words.visible(source))));
        }
    }

    private void add(Kind kind, String lock, String subject, String evidence) {
        found.add(new Detected(kind, source, lock, subject, evidence));
    }

    private Optional<String> unreadable(ForeignLock lock, Instant at) {
        String why = Words.visible(lock.damage());
        return Optional.of(
                dialect instanceof OwnDialect
                        ? "This console cannot read it: %s. Where an agent of a newer version wrote it, upgrade the console."
                                .formatted(why)
                        : "The dialect of %s cannot read it: %s. Whether the lock is held is unknown."
                                .formatted(dialect.library(), why));
    }

    private Optional<String> notFreed(ForeignLock lock, Instant at) {
        Duration patience = lock.expiry() instanceof Expiry.ByMonitor ? BY_MONITOR : TO_BE_FREED;
        return lock.expiry()
                .instant()
                .filter(end -> isOver(end, patience, at))
                .map(end -> "The lock of %s expired %s ago, and its document is still there.%s"
                        .formatted(holder(lock), since(end), assumed(lock)));
    }

    private Optional<String> overUsual(ForeignLock lock, Instant at) {
        Duration held =
                lock.acquired().map(since -> Duration.between(since, at)).orElse(Duration.ZERO);
        if (held.compareTo(SHORT) < 0) {
            return Optional.empty();
        }
        return usuals.of(source, lock.name())
                .usualHold()
                .filter(it -> held.compareTo(it.p95().multipliedBy(TIMES_USUAL)) > 0)
                .map(it -> String.format(
                        Locale.ROOT,
                        "%s has held it for %s. By its last %d holds it is usually held for %s, and 95 of 100 for less"
                                + " than %s.",
                        holder(lock),
                        Words.duration(held),
                        it.count(),
                        Words.lasted(it.median()),
                        Words.lasted(it.p95())));
    }

    private String assumed(ForeignLock lock) {
        return lock.expiry() instanceof Expiry.Assumed assumed
                ? " Its time-out is taken to be %s, the library's default.".formatted(Words.duration(assumed.timeout()))
                : "";
    }

    /** Renewals come at a third or half of the ttl: without one for three quarters of it, at least one is missing. */
    private Optional<String> notRenewed(ForeignLock lock, Instant at) {
        Optional<Instant> last = lock.heartbeat();
        if (last.isEmpty()) {
            return Optional.empty();
        }
        Optional<Duration> ttl = lock.expiry().instant().map(end -> Duration.between(last.get(), end));
        Duration patience = ttl.map(it -> it.multipliedBy(3).dividedBy(4)).orElse(WITHOUT_EXPIRY);
        if (!isOver(last.get(), patience, at)) {
            return Optional.empty();
        }
        return Optional.of("%s renewed it %s ago for the last time%s."
                .formatted(
                        holder(lock),
                        since(last.get()),
                        ttl.map(it -> ", and the ttl is " + Words.duration(it)).orElse(", and nothing frees it")));
    }

    /** Whether enough time has passed since in which a client could have written. */
    private boolean isOver(Instant since, Duration patience, Instant at) {
        return outage.countsFrom(since, patience).plus(patience).isBefore(at);
    }

    private String holder(ForeignLock lock) {
        return lock.holders().isEmpty() ? "An unknown holder" : Words.visible(String.join(", ", lock.holders()));
    }

    private String since(Instant at) {
        return Words.duration(Duration.between(at, now));
    }
}
