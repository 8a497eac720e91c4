package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLife;
import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.Pulse;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.history.Usuals;
import io.lockkeeper.console.mongodb.Stepping;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.waits.Waits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Looks for findings in passes, and remembers since when each one has held. All passes run on one thread. */
@Component
class Findings {

    private final Board board;
    private final Pulse pulse;
    private final AgentLives lives;
    private final Usuals usuals;
    private final SystemFindings system;
    private final Waits waits;
    private final LateFindings late;
    private final SourceFindings foreign;
    private final Dismissals dismissals;
    private final Sightings sightings;
    private final ServerClock clock;
    private final Duration patience;
    private final Stepping stepping;
    private final FindingsBound bound;
    private final LockFindings own = new LockFindings();
    private Map<String, Finding> known = Map.of();

    Findings(
            Board board,
            Pulse pulse,
            AgentLives lives,
            Usuals usuals,
            SystemFindings system,
            Waits waits,
            LateFindings late,
            SourceFindings foreign,
            Dismissals dismissals,
            Sightings sightings,
            ServerClock clock,
            Stepping stepping,
            FindingsBound bound,
            @Value("${lockkeeper.findings.long-wait:5m}") Duration patience) {
        this.stepping = stepping;
        this.bound = bound;
        this.board = board;
        this.pulse = pulse;
        this.lives = lives;
        this.usuals = usuals;
        this.system = system;
        this.waits = waits;
        this.late = late;
        this.foreign = foreign;
        this.dismissals = dismissals;
        this.sightings = sightings;
        this.clock = clock;
        this.patience = patience;
        board.onChange(own::changed);
        board.onReadAnew(own::readAnew);
    }

    /** Makes one pass. While the board is not live, no lock is judged by it, and earlier findings about locks are kept. */
    FindingsSnapshot pass() {
        long began = System.nanoTime();
        boolean live = pulse.freshness().isLive();
        List<Detected> detected = new ArrayList<>();
        stepping.over("findings", "the console's own state", () -> detected.addAll(system.look()));
        stepping.over("findings", "late attempts", () -> detected.addAll(late.look(clock.now())));
        if (live) {
            stepping.over("findings", "the locks", () -> detected.addAll(ofOwnLocks()));
        }
        SourceFindings.Judged elsewhere = foreign.look();
        detected.addAll(elsewhere.found());
        own.endPass();
        Map<String, Finding> before = known;
        known = merge(bound.within(detected, known.keySet()), live, elsewhere.unjudged());
        FindingsSnapshot snapshot = snapshot(live, Duration.ofNanos(System.nanoTime() - began));
        sightings.seen(snapshot.findings(), snapshot.dismissed(), over(before), clock.now());
        return snapshot;
    }

    private List<Detected> ofOwnLocks() {
        List<LockView> locks = board.live();
        Instant asOf = Objects.requireNonNullElseGet(pulse.freshness().asOf(), clock::now);
        return own.look(locks, asOf, known(), waits.deadlocks(locks, asOf));
    }

    private List<String> over(Map<String, Finding> before) {
        return before.keySet().stream().filter(it -> !known.containsKey(it)).toList();
    }

    Optional<Instant> standingSince(String acquirer) {
        return own.standingSince(acquirer);
    }

    List<Busy> busiest(LockScope scope, int most) {
        return own.busiest(scope, most);
    }

    /** Each agent is judged once a pass. */
    private LockFindings.Known known() {
        Map<String, AgentLife> judged = new HashMap<>();
        Map<String, Optional<Duration>> slow = new HashMap<>();
        return new LockFindings.Known(
                holder -> judged.computeIfAbsent(holder.owner().agent(), unused -> lives.of(holder)),
                holder -> slow.computeIfAbsent(holder.owner().agent(), unused -> lives.slowHold(holder)),
                usuals::of,
                patience,
                pulse.lastOutage());
    }

    /** What cannot be judged now is kept as it was. */
    private Map<String, Finding> merge(List<Detected> detected, boolean live, Set<String> unjudged) {
        Instant now = clock.now();
        Map<String, Finding> merged = new HashMap<>();
        detected.forEach(it -> merged.put(it.id(), found(it, now)));
        known.values().stream()
                .filter(it -> it.source() == null ? !live && it.lock() != null : unjudged.contains(it.source()))
                .forEach(it -> merged.putIfAbsent(it.id(), it));
        return merged;
    }

    private Finding found(Detected it, Instant now) {
        Finding before = known.get(it.id());
        return new Finding(
                it.id(),
                it.kind(),
                it.source(),
                it.lock(),
                it.evidence(),
                sightings.firstSeen(it.id(), before == null ? now : before.firstSeen()),
                now,
                dismissals.find(it),
                it.others());
    }

    private FindingsSnapshot snapshot(boolean live, Duration took) {
        List<Finding> all =
                known.values().stream().sorted(Finding.MOST_URGENT_FIRST).toList();
        return FindingsSnapshot.of(
                clock.now(),
                live,
                all.stream().filter(it -> it.dismissal() == null).toList(),
                all.stream().filter(it -> it.dismissal() != null).toList(),
                took);
    }
}
