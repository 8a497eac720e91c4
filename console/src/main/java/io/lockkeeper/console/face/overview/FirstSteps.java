package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.ground.mongodb.ServiceAddress;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.alerts.Alerts;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.users.Users;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.source.Discovery;
import io.lockkeeper.console.watch.source.FoundEverywhere;
import io.lockkeeper.console.watch.source.Proposal;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
    private final Clusters clusters;
    private final ServiceAddress address;

    FirstSteps(
            MongoTemplate own,
            Users users,
            Alerts alerts,
            Discovery discovery,
            SourceFeeds feeds,
            Clusters clusters,
            ServiceAddress address) {
        this.own = own;
        this.users = users;
        this.alerts = alerts;
        this.discovery = discovery;
        this.feeds = feeds;
        this.clusters = clusters;
        this.address = address;
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

    /** What was found, and the clusters that could not be searched, or not to the end. */
    record Searched(List<Elsewhere> found, List<String> left) {}

    /** Where services take their locks. */
    ServiceAddress address() {
        return address;
    }

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

    /** The collections of locks in all clusters, for an administrator; takes seconds. */
    Searched elsewhere() {
        List<Elsewhere> found = new ArrayList<>();
        List<String> left = new ArrayList<>();
        clusters.all().forEach(cluster -> {
            if (!search(cluster.name(), found)) {
                left.add(cluster.name() == null ? "the console’s own cluster" : cluster.name());
            }
        });
        return new Searched(found, left);
    }

    private boolean search(@Nullable String cluster, List<Elsewhere> found) {
        try {
            FoundEverywhere there = discovery.lookEverywhere(cluster, "");
            there.databases().forEach(each -> each.proposals().forEach(it -> found.add(elsewhere(it))));
            return there.next() == null;
        } catch (RefusedException e) {
            return false;
        }
    }

    private Elsewhere elsewhere(Proposal proposal) {
        return new Elsewhere(
                proposal.dialect().library(),
                proposal.place().toString(),
                feeds.find(LockScope.EVERYTHING, proposal.sourceId()).isPresent());
    }
}
