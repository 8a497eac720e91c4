package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.ObservedSource.Facts;
import io.lockkeeper.console.judge.waits.Waits;
import io.lockkeeper.console.remember.history.Usuals;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Reads what a pass judges a source by: its locks, and what is known of them besides. */
@Component
class SourceObserver {

    /** How many names with several documents are listed. */
    private static final int DOUBLED = 50;

    private final SourceFeeds feeds;
    private final AgentLives agents;
    private final Usuals usuals;
    private final Waits waits;
    private final ClientClocks clocks;
    private final JobWatch jobs;

    SourceObserver(
            SourceFeeds feeds, AgentLives agents, Usuals usuals, Waits waits, ClientClocks clocks, JobWatch jobs) {
        this.feeds = feeds;
        this.agents = agents;
        this.usuals = usuals;
        this.waits = waits;
        this.clocks = clocks;
        this.jobs = jobs;
    }

    /** The console's first collection, and all that are watched beside it. */
    List<Watched> all() {
        return feeds.every();
    }

    Instant now() {
        return feeds.now();
    }

    /** The possible left-overs of the first collection's agents, the same for all sources of a pass. */
    LeftBehind leftBehind() {
        return new LeftBehind(agents);
    }

    ObservedSource observe(Watched source, LeftBehind leftBehind) {
        Instant now = source.asOf();
        String id = source.source().id();
        Board read = source.board().orElseThrow();
        List<ObservedLock> locks = locks(read, now);
        List<Lock> documents =
                locks.stream().<Lock>flatMap(it -> it.own().stream()).toList();
        Facts facts = new Facts(
                agents.in(source, documents, now),
                agents.slowHolds(source),
                lock -> usuals.of(new LockId(id, lock)),
                hold -> leftBehind.judge(hold, now));
        return new ObservedSource(id, locks, now, source.lastOutage(), facts, found(source, read, documents, now));
    }

    private static List<ObservedLock> locks(Board read, Instant now) {
        return Stream.concat(read.live(now).stream(), read.foreign().stream())
                .map(lock -> new ObservedLock(lock, read.dialect()))
                .toList();
    }

    private List<Detected> found(Watched source, Board read, List<Lock> documents, Instant now) {
        Stream<Detected> doubled = read.doubled(DOUBLED).stream()
                .map(name -> new Detected(
                        Kind.TWO_DOCUMENTS,
                        name,
                        "",
                        twoDocuments(
                                read.all(name, DOUBLED).stream()
                                        .map(Lock::facts)
                                        .toList(),
                                now)));
        Stream<Detected> wrong = clocks.wrong(source.source().id(), now).stream()
                .map(it -> new Detected(Kind.CLIENT_CLOCK, it.lock(), it.holder(), it.evidence()));
        Stream<Detected> deadlocks = WaitFindings.deadlocks(waits.deadlocks(source, documents, now), now).stream();
        Stream<Detected> ofJobs = jobs.found(source.source().id(), now).stream();
        Stream<Detected> beyond = Stream.of(read.lackOfRoom())
                .filter(why -> !why.isEmpty())
                .map(why -> Detected.ofAll(Kind.NOT_ALL_KEPT, why));
        return Stream.of(doubled, wrong, deadlocks, ofJobs, beyond)
                .flatMap(each -> each)
                .toList();
    }

    /** Several documents of one lock's name, where a library takes the first that it finds free. */
    private static String twoDocuments(List<DialectLock> documents, Instant now) {
        List<DialectLock> taken =
                documents.stream().filter(lock -> lock.isTaken(now)).toList();
        String holders = taken.stream()
                .flatMap(lock -> lock.holders().stream())
                .map(Formats::visible)
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%d documents have this name: %s.",
                documents.size(),
                switch (taken.size()) {
                    case 0 -> "two may hold the lock";
                    case 1 -> "%s holds one, and another process may take the next".formatted(holders);
                    default -> "it is held at once by " + holders;
                });
    }
}
