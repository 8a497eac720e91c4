package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.eviction.BulkDialog.Offer;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The holders in a list that can be evicted together: those that hold now and were not evicted yet. */
final class BulkOffers {

    private final ScopedBoard board;
    private final AgentLives lives;
    private final Duration quarantine;
    private final Instant now;

    BulkOffers(ScopedBoard board, AgentLives lives, Duration quarantine) {
        this.board = board;
        this.lives = lives;
        this.quarantine = quarantine;
        now = board.now();
    }

    List<Offer> of(List<Lock> locks) {
        Optional<Dialect> dialect = board.dialect();
        return locks.stream()
                .filter(lock -> !lock.isForeign())
                .flatMap(lock -> Stream.concat(
                        leases(lock),
                        lock.library().flatMap(facts -> dialect.flatMap(it -> library(facts, it))).stream()))
                .toList();
    }

    private Stream<Offer> leases(Lock lock) {
        return lock.holders().stream()
                .filter(lease -> lease.evicted() == null && LeaseTimes.isLive(lease, now))
                .map(lease -> new Offer(
                        board.lock(lock.name()),
                        Seen.of(lock.name(), lease),
                        Optional.of(lease.acquiredAt()),
                        () -> forecast(lock, lease)));
    }

    private Optional<Offer> library(DialectLock lock, Dialect dialect) {
        return Optional.of(lock)
                .filter(it -> it.isTaken(now) && dialect.releaseAction().isPresent())
                .map(it -> new Offer(
                        board.lock(it.name()),
                        Seen.of(it),
                        it.acquired(),
                        () -> GradeFacts.promise(dialect, it, quarantine, now) + " " + dialect.sentence()));
    }

    private String forecast(Lock lock, Holder lease) {
        Function<Holder, AgentLife> judge = board.watched()
                .map(source -> lives.in(source, List.of(lock), now))
                .orElse(unjudged -> new AgentLife.Unknown());
        return forecast(lock, judge.apply(lease), quarantine);
    }

    private static String forecast(Lock lock, AgentLife life, Duration quarantine) {
        String holder = switch (life) {
            case AgentLife.Alive alive ->
                "Its holder is notified and has %s to stop".formatted(Formats.duration(quarantine));
            case AgentLife.Silent silent ->
                "Its agent is silent: the lease ends when it expires, or after %s"
                        .formatted(Formats.duration(quarantine));
            case AgentLife.Unknown unknown -> "Whether its agent is alive is unknown";
        };
        String next = lock.queue().isEmpty()
                ? "the queue is empty."
                : String.format(
                        Locale.ROOT,
                        "next is %s, of %,d.",
                        Formats.visible(Holders.words(lock.queue().getFirst().owner())),
                        lock.waiters());
        return holder + "; " + next;
    }
}
