package io.lockkeeper.console.agents;

import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.Pulse;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The one judge of whether an agent lives: by its own document and by its leases together. A lease with a long ttl is
 * renewed rarely, and an agent may be set up to write no document, so neither tells alone.
 */
@Component
public class AgentLives {

    private final RosterFeed feed;
    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;

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
        return judge(document, leases(agent), Optional.of(holder));
    }

    /** How long a hold takes that the service of a lease's agent calls slow, if its document says so. Does not wait. */
    public Optional<Duration> slowHold(Holder holder) {
        return feed.latest().find(holder.owner().agent()).flatMap(agent -> Optional.ofNullable(agent.slowHold()));
    }

    /** The agents on the roster that went silent; empty while that is not known. Does not wait. */
    public Optional<List<AgentDocument>> silent() {
        Roster roster = feed.latest();
        return roster.isCurrent(clock.now()) && pulse.freshness().isLive()
                ? Optional.of(silent(roster))
                : Optional.empty();
    }

    /** Whether the agent is on the roster, which forgets it a day after its last sign of life. Does not wait. */
    public boolean isListed(String agent) {
        return feed.latest().find(agent).isPresent();
    }

    private List<AgentDocument> silent(Roster roster) {
        return JudgedAgent.of(roster, this).stream()
                .filter(JudgedAgent::isSilent)
                .map(JudgedAgent::agent)
                .toList();
    }

    /** Judges an agent on a roster, by one look at its leases; its life is unknown while the roster is out of date. */
    JudgedAgent judged(AgentDocument agent, Roster roster) {
        List<Holder> leases = leases(agent.id());
        AgentLife life =
                roster.isCurrent(clock.now()) ? judge(agent, leases, Optional.empty()) : new AgentLife.Unknown();
        return new JudgedAgent(
                agent, life, (int) leases.stream().filter(Holder::isIdle).count());
    }

    private AgentLife judge(@Nullable AgentDocument document, List<Holder> leases, Optional<Holder> holder) {
        if (!pulse.freshness().isLive()) {
            return new AgentLife.Unknown();
        }
        Instant now = clock.now();
        Instant touch = Stream.concat(holder.stream(), leases.stream())
                .filter(AgentLives::isProof)
                .map(Holder::updatedAt)
                .max(Comparator.naturalOrder())
                .orElse(null);
        boolean late = holder.filter(lease -> isLate(lease, now)).isPresent();
        return AgentLife.of(document == null ? null : document.lastSeen(), touch, late, now);
    }

    private List<Holder> leases(String agent) {
        return board.heldBy(agent).stream()
                .flatMap(lock -> lock.holders().stream())
                .filter(lease -> lease.owner().agent().equals(agent))
                .toList();
    }

    /** A lease that was handed to a waiter and never touched proves nothing: the waiter may be dead. */
    private static boolean isProof(Holder lease) {
        return !lease.updatedAt().equals(lease.acquiredAt())
                || !lease.expiresAt().isBefore(lease.updatedAt().plus(lease.ttl()));
    }

    /** An evicted lease is no longer renewed, so it proves nothing. */
    private static boolean isLate(Holder lease, Instant now) {
        return lease.evicted() == null && (LockView.isLate(lease, now) || !LockView.isLive(lease, now));
    }
}
