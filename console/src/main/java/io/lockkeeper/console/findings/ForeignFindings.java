package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.Expiry;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.ForeignLock.State;
import io.lockkeeper.console.holds.UsualHolds;
import io.lockkeeper.console.release.LateWrite;
import io.lockkeeper.console.release.LateWrites;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.console.source.CollectionFeed;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.source.SourceFeeds.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Findings about the locks of sources, as far as their documents tell. Used by one thread. */
@Component
class ForeignFindings {

    /** The limit per kind and source; one more finding says how many others there are. */
    private static final int MOST = 50;

    /** No other lock has been held for longer. */
    private static final int LONGEST_HELD = 1_000;

    private static final int TIMES_USUAL = 3;
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final Duration TO_BE_FREED = Duration.ofMinutes(1);
    private static final Duration BY_MONITOR = Duration.ofMinutes(2);
    private static final Duration WITHOUT_EXPIRY = Duration.ofMinutes(5);

    private final SourceFeeds feeds;
    private final ClientClocks clocks;
    private final LateWrites lateWrites;
    private final UsualHolds usuals;
    private final AgentLives agents;
    private final UnseenSources unseen = new UnseenSources();

    ForeignFindings(
            SourceFeeds feeds, ClientClocks clocks, LateWrites lateWrites, UsualHolds usuals, AgentLives agents) {
        this.feeds = feeds;
        this.clocks = clocks;
        this.lateWrites = lateWrites;
        this.usuals = usuals;
        this.agents = agents;
    }

    /**
     * What one look found.
     *
     * @param unjudged the sources about which nothing is known at present
     */
    record Judged(List<Detected> found, Set<String> unjudged) {}

    Judged look() {
        Instant now = feeds.now();
        List<Detected> found = new ArrayList<>();
        List<Watched> unjudged = new ArrayList<>();
        LeftBehind leftBehind = new LeftBehind(agents);
        for (Watched source : feeds.all(LockScope.EVERYTHING)) {
            boolean live = source.feed()
                    .map(CollectionFeed::freshness)
                    .filter(Freshness::isLive)
                    .isPresent();
            if (live) {
                source.board()
                        .ifPresent(board -> found.addAll(
                                new OneSource(source.source().id(), board, source.now(), leftBehind).look()));
            } else {
                unjudged.add(source);
            }
        }
        found.addAll(unseen.look(unjudged, now));
        lateWrites.seen().forEach(it -> found.add(late(it)));
        return new Judged(found, unjudged.stream().map(it -> it.source().id()).collect(Collectors.toSet()));
    }

    private static Detected late(LateWrite it) {
        return new Detected(
                Kind.LATE_WRITE,
                it.source(),
                it.lock(),
                it.eviction(),
                "%s was evicted at %s, and wrote to the lock at %s."
                        .formatted(Words.visible(it.holder()), Words.exact(it.evictedAt()), Words.exact(it.at())));
    }

    /** The locks of one source at one moment. */
    private final class OneSource {

        private final String source;
        private final SourceBoard board;
        private final Dialect dialect;
        private final Instant now;
        private final LeftBehind leftBehind;
        private final List<Detected> found = new ArrayList<>();

        OneSource(String source, SourceBoard board, Instant now, LeftBehind leftBehind) {
            this.source = source;
            this.board = board;
            this.dialect = board.dialect();
            this.now = now;
            this.leftBehind = leftBehind;
        }

        List<Detected> look() {
            each(Kind.DAMAGED, board.in(State.UNREADABLE, now, SourceBoard.MOST), this::unreadable);
            each(Kind.NOT_FREED, board.in(State.EXPIRED, now, SourceBoard.MOST), this::notFreed);
            board.doubled(MOST)
                    .forEach(name ->
                            add(Kind.TWO_DOCUMENTS, name, "", TwoDocuments.evidence(board.all(name, MOST), now)));
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

        private void each(
                Kind kind, List<ForeignLock> locks, BiFunction<ForeignLock, Instant, Optional<String>> judge) {
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
                        kind, source, null, "more", "%,d more locks of %s.".formatted(more, Words.visible(source))));
            }
        }

        private void add(Kind kind, String lock, String subject, String evidence) {
            found.add(new Detected(kind, source, lock, subject, evidence));
        }

        private Optional<String> unreadable(ForeignLock lock, Instant at) {
            return Optional.of(
                    "This console cannot read it: %s. Where an agent of a newer version wrote it, upgrade the console."
                            .formatted(Words.visible(lock.damage())));
        }

        /** The next request for one of our locks gets it, so an expired one is a problem only when somebody waits. */
        private Optional<String> notFreed(ForeignLock lock, Instant at) {
            if (lock.waiting().orElse(1) == 0) {
                return Optional.empty();
            }
            Duration patience = lock.expiry() instanceof Expiry.ByMonitor ? BY_MONITOR : TO_BE_FREED;
            return lock.expiry()
                    .instant()
                    .filter(end -> end.plus(patience).isBefore(at))
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
                    .filter(usual -> held.compareTo(usual.p95().multipliedBy(TIMES_USUAL)) > 0)
                    .map(usual ->
                            "%s has held it for %s. By its last %d holds it is usually held for %s, and 95 of 100 for less than %s."
                                    .formatted(
                                            holder(lock),
                                            Words.duration(held),
                                            usual.holds(),
                                            Words.lasted(usual.median()),
                                            Words.lasted(usual.p95())));
        }

        private String assumed(ForeignLock lock) {
            return lock.expiry() instanceof Expiry.Assumed assumed
                    ? " Its time-out is taken to be %s, the library's default."
                            .formatted(Words.duration(assumed.timeout()))
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
            if (!last.get().plus(patience).isBefore(at)) {
                return Optional.empty();
            }
            return Optional.of("%s renewed it %s ago for the last time%s."
                    .formatted(
                            holder(lock),
                            since(last.get()),
                            ttl.map(it -> ", and the ttl is " + Words.duration(it))
                                    .orElse(", and nothing frees it")));
        }

        private String holder(ForeignLock lock) {
            return lock.holders().isEmpty() ? "An unknown holder" : Words.visible(String.join(", ", lock.holders()));
        }

        private String since(Instant at) {
            return Words.duration(Duration.between(at, now));
        }
    }
}
