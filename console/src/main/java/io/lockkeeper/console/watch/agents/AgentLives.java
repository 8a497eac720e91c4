package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.ground.formats.NaturalOrder;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The one judge of whether an agent lives: by its own document and by its leases together. A lease with a long ttl is renewed rarely, and
 * an agent may be set up to write no document, so neither is enough.
 */
@Component
public class AgentLives {

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Comparator<AgentDocument> ORDER = Comparator.comparing(AgentDocument::service)
            .thenComparing(AgentDocument::instance, NaturalOrder.OF_NAMES)
            .thenComparing(AgentDocument::started)
            .thenComparing(AgentDocument::id);

    private final RosterFeed feed;
    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;
    private AgentActivities doings = AgentActivities.NONE;
    private Instant countedAt = Instant.EPOCH;

    AgentLives(RosterFeed feed, Board board, Pulse pulse, ServerClock clock) {
        this.feed = feed;
        this.board = board;
        this.pulse = pulse;
        this.clock = clock;
    }

    /** Judges a lease's agent. Does not wait: the first time, the roster may still be unread. */
    public AgentLife of(Holder holder) {
        Roster roster = feed.latest();
        String agent = holder.owner().agent();
        AgentDocument document =
                roster.isCurrent(clock.now()) ? roster.find(agent).orElse(null) : null;
        return judge(agent, document, holder);
    }

    /**
     * Judges the agents that hold leases in a source. Where their documents are not read, their leases decide: an agent is silent if it
     * left one without its renewal. Where they are read, each agent is judged once.
     *
     * @param locks all of the source in which they may hold one
     * @param now the server's time for which these are complete
     */
    public Function<Holder, AgentLife> in(Watched source, List<Lock> locks, Instant now) {
        if (RosterFeed.isBeside(source.source().id())) {
            Map<String, AgentLife> judged = new HashMap<>();
            return lease -> judged.computeIfAbsent(lease.owner().agent(), agent -> of(lease));
        }
        return source.isLive() ? byLeases(locks, source.lastOutage(), now) : lease -> new AgentLife.Unknown();
    }

    private static Function<Holder, AgentLife> byLeases(List<Lock> locks, Outage outage, Instant now) {
        AgentActivities all = AgentActivities.of(locks, now);
        return lease -> AgentLife.of(
                null, all.of(lease.owner().agent()).touched(), AgentActivity.isOverdue(lease, now), outage, now);
    }

    /** From when the service of a lease's agent calls a hold slow, if its document is read and says so. Does not wait. */
    public Function<Holder, Optional<Duration>> slowHolds(Watched source) {
        if (!RosterFeed.isBeside(source.source().id())) {
            return lease -> Optional.empty();
        }
        Map<String, Optional<Duration>> known = new HashMap<>();
        return lease -> known.computeIfAbsent(
                lease.owner().agent(),
                agent -> feed.latest().find(agent).flatMap(it -> Optional.ofNullable(it.slowHold())));
    }

    /**
     * The agents on the roster that went silent; empty while that is not known, as where only others were read of more than fit.
     * Does not wait.
     */
    public Optional<List<AgentDocument>> silent() {
        Roster roster = feed.latest();
        if (!roster.isCurrent(clock.now()) || !pulse.freshness().isLive()) {
            return Optional.empty();
        }
        AgentActivities doings = doings();
        List<AgentDocument> silent = roster.agents().stream()
                .filter(agent -> agent.ended() == null) // nothing of it is left
                .filter(agent -> of(agent.id(), agent, doings, roster) instanceof AgentLife.Silent)
                .sorted(ORDER)
                .toList();
        return silent.isEmpty() && roster.more() ? Optional.empty() : Optional.of(silent);
    }

    /** Whether the agent may be on the roster, which forgets it a day after its last sign of life. Does not wait. */
    public boolean isListed(String agent) {
        Roster roster = feed.latest();
        return roster.more() || roster.find(agent).isPresent();
    }

    /** Judges an agent by its document, if it has one, and by what all agents do; unknown while the roster is out of date. */
    AgentLife of(String agent, @Nullable AgentDocument document, AgentActivities doings, Roster roster) {
        if (!pulse.freshness().isLive() || !roster.isCurrent(clock.now())) {
            return new AgentLife.Unknown();
        }
        AgentActivity doing = doings.of(agent);
        return AgentLife.of(
                document == null ? null : document.lastSeen(),
                doing.touched(),
                doing.overdue(),
                pulse.lastOutage(),
                clock.now());
    }

    /** The activities of all agents, counted once a second; as of the last complete moment, so that no renewal seems late. */
    synchronized AgentActivities doings() {
        Instant known = pulse.freshness().asOf();
        Instant now = known == null ? clock.now() : known;
        if (Duration.between(countedAt, now).abs().compareTo(EVERY) >= 0) {
            doings = AgentActivities.of(board.live(), now);
            countedAt = now;
        }
        return doings;
    }

    private AgentLife judge(String agent, @Nullable AgentDocument document, Holder holder) {
        if (!pulse.freshness().isLive()) {
            return new AgentLife.Unknown();
        }
        Instant now = clock.now();
        AgentActivity doing = AgentActivity.NOTHING;
        for (Holder lease : leases(agent, holder)) {
            doing = doing.holding(lease, now);
        }
        boolean late = AgentActivity.isOverdue(holder, now);
        return AgentLife.of(
                document == null ? null : document.lastSeen(), doing.touched(), late, pulse.lastOutage(), now);
    }

    private List<Holder> leases(String agent, Holder holder) {
        return Stream.concat(Stream.of(holder), board.heldBy(agent).stream().flatMap(lock -> lock.holders().stream()))
                .filter(lease -> lease.owner().agent().equals(agent))
                .toList();
    }
}
