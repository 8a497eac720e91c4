package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.Busy;
import io.lockkeeper.console.judge.findings.Cause;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.judge.findings.OnIt;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Said;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.model.AgentDocument;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the overview shows at a moment.
 *
 * @param freshness how far the locks can be trusted
 * @param held how many in all sources, as is {@code waiting}
 * @param places each cluster, or each collection of the only one; empty where there is one collection
 * @param first the collection that {@code hour} is of, where there are several; else empty
 * @param empty whether there is no lock at all, held or free
 * @param hour the last hour, minute by minute, of the locks that the user may see
 * @param leading the locks that stand out
 * @param agentsKnown whether it is known which agents went silent
 */
public record OverviewFacts(
        Freshness freshness,
        int held,
        int waiting,
        List<Line> places,
        String first,
        boolean empty,
        Wrong wrong,
        Slices hour,
        Leading leading,
        boolean agentsKnown,
        List<Line> silent) {

    private static final int LISTED = LeadingLocks.LISTED;

    /**
     * What was found.
     *
     * @param findings the most urgent finding of each of the first causes
     * @param more how many causes there are beside these
     * @param judged when they were judged; null where that is too long ago
     * @param late how long ago that was, in words, where it is too long; empty where it is not
     */
    public record Wrong(
            List<Urgent> findings, int more, @Nullable Instant judged, String late) {}

    /** The locks that stand out, each kind in its order. */
    public record Leading(List<Line> longestHeld, List<Line> mostWaited, List<Line> busiest) {}

    /**
     * A finding, without what changes each second.
     *
     * @param people who answers for the lock and who works on the finding; empty if neither is known
     * @param since when it was first seen
     */
    public record Urgent(
            String severity, String css, String title, String lock, String address, String people, Instant since) {}

    /**
     * A line of a list.
     *
     * @param title what it is about
     * @param address the page that shows it
     * @param clock the words before the clock
     * @param since what the clock counts from; null for none
     */
    public record Line(
            String title,
            String address,
            String words,
            String clock,
            @Nullable Instant since) {}

    static OverviewFacts of(
            BoardSnapshot board,
            List<PlacedBoard> sources,
            FindingsFeed findings,
            AgentLives lives,
            LastHour hour,
            Facets facets) {
        boolean several = sources.size() > 1;
        FindingsSnapshot wrong = findings.latest(board.scope());
        List<Cause> causes = wrong.causes();
        Optional<List<AgentDocument>> silent = lives.silent();
        return new OverviewFacts(
                board.freshness(),
                sources.stream().mapToInt(it -> it.board().held()).sum(),
                sources.stream().mapToInt(it -> it.board().waiting()).sum(),
                several ? PlacedBoard.lines(sources, wrong.findings()) : List.of(),
                several ? sources.getFirst().place() : "",
                sources.stream()
                        .map(PlacedBoard::board)
                        .allMatch(it -> it.locks().isEmpty() && it.free().isEmpty()),
                new Wrong(
                        first(causes, cause -> urgent(cause, facets)),
                        Math.max(0, causes.size() - LISTED),
                        wrong.current() ? wrong.asOf() : null,
                        late(findings)),
                hour.minutes(board.scope()),
                new Leading(
                        first(LeadingLocks.longestHeld(sources), it -> holding(it.in(), it.lock())),
                        first(LeadingLocks.mostWaited(sources), it -> waitedFor(it.in(), it.lock())),
                        first(findings.busiest(board.scope(), LISTED), OverviewFacts::busy)),
                silent.isPresent(),
                first(silent.orElse(List.of()), OverviewFacts::gone));
    }

    private static String late(FindingsFeed findings) {
        String late = findings.late();
        return late.isEmpty() ? "" : "findings " + late;
    }

    private static <T, L> List<L> first(List<T> all, Function<T, L> line) {
        return all.stream().limit(LISTED).map(line).toList();
    }

    private static Urgent urgent(Cause cause, Facets facets) {
        Finding finding = cause.first();
        return new Urgent(
                finding.kind().severity().words(),
                finding.kind().severity().css(),
                finding.kind().title() + more(cause.others().size()),
                finding.where(),
                finding.address().orElse(""),
                people(finding, facets),
                finding.firstSeen());
    }

    private static String more(int others) {
        return others == 0 ? "" : String.format(Locale.ROOT, ", and %,d more of the same cause", others);
    }

    private static String people(Finding finding, Facets facets) {
        Stream<String> owners = finding.of().stream()
                .flatMap(lock -> facets.said(Subject.of(lock)).stream())
                .map(Said::owner);
        OnIt onIt = finding.onIt();
        return Formats.visible(Stream.concat(owners, Stream.of(onIt == null ? "" : onIt.by() + " is on it"))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(" · ")));
    }

    private static Line holding(PlacedBoard source, Lock lock) {
        String holder = lock.holder()
                .map(it -> name(it.owner().service(), it.owner().instance()))
                .orElseGet(() -> Formats.visible(lock.heldBy()));
        return line(source, lock, holder, "", lock.heldSince());
    }

    private static Line waitedFor(PlacedBoard source, Lock lock) {
        Instant first = lock.queue().getFirst().since();
        return line(source, lock, String.format(Locale.ROOT, "%,d waiting", lock.waiters()), "the first for ", first);
    }

    private static Line line(PlacedBoard source, Lock lock, String words, String clock, Instant since) {
        String address = LockAddress.page(new LockId(source.source(), lock.name()));
        return new Line(Formats.name(lock.name()), address, words, clock, since);
    }

    private static Line busy(Busy busy) {
        String rate = String.format(Locale.ROOT, "%,.1f grants a second", busy.grantsPerSecond());
        return new Line(Formats.name(busy.lock()), "locks/" + LockAddress.of(busy.lock()), rate, "", null);
    }

    private static Line gone(AgentDocument agent) {
        String address = "agents?q=" + URLEncoder.encode(agent.instance(), StandardCharsets.UTF_8);
        return new Line(name(agent.service(), agent.instance()), address, "", "silent for ", agent.lastSeen());
    }

    private static String name(String service, String instance) {
        return Formats.visible(service + " · " + instance);
    }

    public boolean isRead() {
        return freshness.asOf() != null;
    }

    /** The sentence while there is no finding; empty while there is one, or that is unknown. */
    public String calm() {
        if (!freshness.isLive()
                || wrong.judged() == null
                || !agentsKnown
                || !wrong.findings().isEmpty()) {
            return "";
        }
        return silent.isEmpty() ? "Nothing needs your attention." : "No findings. Some agents have gone silent.";
    }
}
