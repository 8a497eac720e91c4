package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.Stepping;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import java.time.Instant;
import java.util.List;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** Writes the messages that the findings of now give rise to. Used by one thread. */
@Component
final class Reporting {

    private final FindingsFeed findings;
    private final OwnRecords records;
    private final Outbox outbox;
    private final ServerClock clock;
    private final Stepping stepping;
    private final Planner planner;

    Reporting(
            FindingsFeed findings,
            OwnRecords records,
            Outbox outbox,
            ServerClock clock,
            Stepping stepping,
            AlertSettings settings) {
        this.findings = findings;
        this.records = records;
        this.outbox = outbox;
        this.clock = clock;
        this.stepping = stepping;
        this.planner = new Planner(settings.resolveAfter(), settings.interval());
    }

    void write() {
        FindingsSnapshot seen = findings.latest(LockScope.EVERYTHING);
        if (seen.asOf() == null) {
            return; // not judged yet
        }
        Instant now = clock.now();
        List<AlertRule> all = records.find(AlertRounds.BY_NAME, AlertRule.class);
        Planner.Plan plan =
                planner.plan(seen, all, all.isEmpty() ? List.of() : records.find(new Query(), Episode.class), now);
        plan.announced().forEach(it -> apart(it.route(), () -> outbox.announce(it.route(), it.findings(), now)));
        plan.taken().forEach(it -> apart(it.route(), () -> outbox.tellTaken(it.route(), it.episodes(), now)));
        plan.ended().forEach(it -> apart(it.route(), () -> outbox.end(it.route(), it.episodes(), now)));
        outbox.drop(plan.dropped(), all);
    }

    /** Another console is in charge now, or none is known to be. */
    void forget() {
        planner.forget();
    }

    /** A rule that fails does not keep the others from speaking. */
    private void apart(Route route, Runnable work) {
        stepping.over("alerts", "the rule “%s”".formatted(route.rule().name()), work);
    }
}
