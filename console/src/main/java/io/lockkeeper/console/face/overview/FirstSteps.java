package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.alerts.Alerts;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.users.Users;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.source.Discovery;
import io.lockkeeper.console.watch.source.FoundEverywhere;
import io.lockkeeper.console.watch.source.Proposal;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.List;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** How far a console that has never seen a lock is set up. Waits for MongoDB. */
@Component
class FirstSteps {

    private final MongoTemplate own;
    private final Users users;
    private final Alerts alerts;
    private final Discovery discovery;
    private final SourceFeeds feeds;

    FirstSteps(MongoTemplate own, Users users, Alerts alerts, Discovery discovery, SourceFeeds feeds) {
        this.own = own;
        this.users = users;
        this.alerts = alerts;
        this.discovery = discovery;
        this.feeds = feeds;
    }

    /**
     * The steps that an administrator has done; unknown to other users.
     *
     * @param operator whether an operator was added
     * @param alert whether a rule sends findings somewhere
     */
    record Done(boolean operator, boolean alert) {

        static final Done UNKNOWN = new Done(false, false);
    }

    /** A collection of locks, and whether it is watched. */
    record Elsewhere(String library, String place, boolean watched) {}

    /** Whether a lock was seen here before, of ours or of another library. */
    boolean wasEverUsed() {
        return own.exists(new Query(), LeaseRecord.class)
                || feeds.summaries(LockScope.EVERYTHING).stream()
                        .map(SourceSummary::counts)
                        .anyMatch(counts -> counts.held() + counts.expired() + counts.free() > 0);
    }

    /** The steps that are done, for an administrator. */
    Done done() {
        boolean operator = users.list().stream().anyMatch(user -> user.role() == Role.OPERATOR);
        return new Done(operator, !alerts.look().rules().isEmpty());
    }

    /** The collections of locks in the whole cluster, for an administrator; takes seconds. */
    List<Elsewhere> elsewhere() {
        FoundEverywhere found = discovery.lookEverywhere(null, "");
        return found.databases().stream()
                .flatMap(database -> database.proposals().stream())
                .map(this::elsewhere)
                .toList();
    }

    private Elsewhere elsewhere(Proposal proposal) {
        return new Elsewhere(
                proposal.dialect().library(),
                proposal.place().namespace().getFullName(),
                feeds.find(LockScope.EVERYTHING, proposal.sourceId()).isPresent());
    }
}
