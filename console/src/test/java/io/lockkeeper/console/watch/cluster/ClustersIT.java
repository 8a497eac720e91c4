package io.lockkeeper.console.watch.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.eviction.EvictionRequest;
import io.lockkeeper.console.act.eviction.EvictionService;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Sureness;
import io.lockkeeper.console.watch.source.Discovery;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.Proposal;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import io.lockkeeper.console.watch.source.Sources;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A console that watches another cluster beside its own, and one that does not answer. */
@OwnServer
class ClustersIT {

    private static final String OWN = "eu/pay.locks/lockkeeper";

    @AutoClose
    private static final ReplicaSet eu = ReplicaSet.start(1);

    @AutoClose
    private static final Console console = Console.start(
            "--lockkeeper.clusters.eu=" + eu.uri(),
            "--lockkeeper.clusters.same=" + MongoServer.shared().uri(),
            "--lockkeeper.clusters.away=mongodb://127.0.0.1:1/?replicaSet=rs0");

    @BeforeAll
    static void administrator() {
        console.administrator("boss", "correct horse battery");
    }

    @BeforeEach
    void actAsAdministrator() {
        Acting.as("boss", Role.ADMIN);
    }

    @Test
    void locksOfAnotherClusterAreFoundFollowedAndKnownAsItsOwn() {
        MongoCollection<Document> there = eu.client().getDatabase("app").getCollection("shedLock");
        there.insertOne(ShedLocks.held("report", "app-1"));
        List<Proposal> found =
                console.bean(Discovery.class).look("eu", "app", "").proposals();
        assertThat(found).extracting(Proposal::sourceId).containsExactly("eu/app.shedLock/shedlock");
        console.bean(Sources.class).add(found.getFirst().place(), "shedlock");

        there.insertOne(ShedLocks.held("import", "app-2"));
        await().untilAsserted(() ->
                assertThat(names("eu/app.shedLock/shedlock")).containsExactlyInAnyOrder("report", "import"));
        assertThat(console.watched("eu/app.shedLock/shedlock")
                        .map(Watched::source)
                        .map(LockSource::place))
                .hasValueSatisfying(place -> assertThat(place).hasToString("eu: app.shedLock"));
    }

    @Test
    void collectionsOfOneNameInTwoClustersAreTwoSources() {
        Place here = Place.own(console.database().getName(), "both");
        Place there = new Place("eu", here.namespace());
        console.database().getCollection("both").insertOne(ShedLocks.held("here", "app-1"));
        eu.client()
                .getDatabase(console.database().getName())
                .getCollection("both")
                .insertOne(ShedLocks.held("there", "app-2"));
        Sources sources = console.bean(Sources.class);
        LockSource own = sources.add(here, "shedlock");
        LockSource other = sources.add(there, "shedlock");
        await().untilAsserted(() -> assertThat(names(own.id())).containsExactly("here"));
        await().untilAsserted(() -> assertThat(names(other.id())).containsExactly("there"));
    }

    @Test
    void aHolderIsEvictedInItsOwnCluster() {
        MongoCollection<Document> there = eu.client().getDatabase("jobs").getCollection("shedLock");
        there.insertOne(ShedLocks.held("report", "app-1"));
        Sources sources = console.bean(Sources.class);
        LockSource source = sources.add(Place.of("eu", "jobs", "shedLock"), "shedlock");
        sources.allowReleases(source.id(), true, source.lastChange().at());
        await().untilAsserted(() -> assertThat(names(source.id())).containsExactly("report"));
        DialectLock seen = locks(source.id()).getFirst();
        Result result = console.bean(EvictionService.class)
                .evict(AskedEvictions.of(source.id(), seen, "it hangs", "report", "::1"));
        assertThat(result.outcome()).isEqualTo(Outcome.ENDED);
        await().untilAsserted(() -> assertThat(locks(source.id()))
                .extracting(lock -> lock.state(Instant.now()))
                .containsExactly(DialectLock.State.FREE));
    }

    @Test
    void aClusterThatDoesNotAnswerIsAStateAndNoneThatIsNotInTheSettingsIsWatched() {
        Clusters clusters = console.bean(Clusters.class);
        await().untilAsserted(() -> assertThat(clusters.others())
                .extracting(each -> "%s %s".formatted(each.name(), each.state().replaceAll("\\d+", "n")))
                .containsExactly("away MongoDB did not answer.", "eu answers within n ms", "same answers within n ms"));
        assertThatThrownBy(() -> console.bean(Discovery.class).look("away", "app", ""))
                .isInstanceOf(RefusedException.class)
                .hasMessage("MongoDB did not answer.");
        assertThatThrownBy(() -> console.bean(Sources.class).add(Place.of("us", "app", "shedLock"), "shedlock"))
                .isInstanceOf(RefusedException.class)
                .hasMessage("The console's settings name no cluster “us”.");
        LockSource away = console.bean(Sources.class).add(Place.of("away", "app", "shedLock"), "shedlock");
        await().untilAsserted(() -> assertThat(summary(away.id()).trouble()).isEqualTo("MongoDB did not answer."));
        assertThat(summary(away.id()).freshness().state()).isNotEqualTo(Freshness.State.LIVE);
    }

    /** With real agents at the other end, from the first request to the eviction. */
    @Test
    void ourOwnLocksOfAnotherClusterAreSeenEvictedAndTheirHistoryTold() throws Exception {
        try (LockAgent billing = agent("billing");
                LockAgent report = agent("report")) {
            Lease held = billing.acquire(LockRequest.of("order:1").withNote("part 5 of 12"));
            Proposal found = console.bean(Discovery.class)
                    .look("eu", "pay", "")
                    .proposals()
                    .getFirst();
            assertThat(found.sourceId()).isEqualTo(OWN);
            assertThat(found.sureness()).isEqualTo(Sureness.CERTAIN);
            Sources sources = console.bean(Sources.class);
            sources.add(found.place(), "lockkeeper");
            await().untilAsserted(() ->
                    assertThat(own("order:1").holders().getFirst()).startsWith("billing · billing-1"));
            assertThat(own("order:1").fence()).hasValue(held.token());

            Instant renewed = own("order:1").heartbeat().orElseThrow();
            held.renew();
            await().until(() -> own("order:1").heartbeat().orElseThrow().isAfter(renewed));
            CompletableFuture<Lease> waiting = report.acquireAsync(LockRequest.of("order:1"));
            await().until(() -> own("order:1").own().map(it -> it.waiting()).orElse(0) == 1);
            held.close();
            Lease next = waiting.get(30, TimeUnit.SECONDS);
            await().until(() -> own("order:1").holders().getFirst().startsWith("report"));
            awaitEnd("order:1", "billing", "RELEASED");

            CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
            next.onLoss((lost, loss) -> {
                told.complete(loss);
                lost.close();
            });
            CompletableFuture<Lease> last = billing.acquireAsync(LockRequest.of("order:1"));
            await().until(() -> own("order:1").own().map(it -> it.waiting()).orElse(0) == 1);
            sources.allowReleases(OWN, true, seen(sources, OWN));
            DialectLock seen = own("order:1");
            EvictionRequest asked = AskedEvictions.of(OWN, seen, "OPS-42", "", "::1");
            assertThat(release(asked).outcome()).isEqualTo(Outcome.MARKED);
            LeaseLoss.Evicted evicted = (LeaseLoss.Evicted) told.get(30, TimeUnit.SECONDS);
            assertThat(evicted.eviction().by()).isEqualTo("boss");
            assertThat(evicted.eviction().reason()).isEqualTo("OPS-42");
            Lease after = last.get(30, TimeUnit.SECONDS); // a later lease that ended would hide how this one did
            awaitEnd("order:1", "report", "EVICTED");
            await().untilAsserted(() -> assertThat(console.bean(AuditLog.class).find(asked.id()))
                    .hasValueSatisfying(entry -> assertThat(entry.end())
                            .extracting(AuditEntry.End::kind)
                            .isEqualTo(AuditEntry.End.Kind.STOPPED)));
            after.close();
            EvictionRequest late = AskedEvictions.of(OWN, seen, "once more", "", "::1");
            assertThat(release(late).outcome()).isIn(Outcome.GONE, Outcome.HOLDER_CHANGED);

            LockRequest kept = LockRequest.of("kept").withKeep(Duration.ofMinutes(1));
            await().untilAsserted(() -> {
                billing.acquire(kept).close();
                assertThat(own("kept").own().orElseThrow().holders()).anyMatch(Holder::isKept);
            });
        }
    }

    @Test
    void ofTwoEvictionsOneIsMadeAndAnExpiredLeaseTellsWhetherItWasTakenOver() {
        Locks locks = new Locks(eu.client().getDatabase("jobs2"));
        Owner owner = Locks.owner("import", "i-1", 1, "main", "");
        locks.enqueue("twice", owner, Duration.ofMinutes(1));
        String dead = locks.enqueue("dead", owner, Duration.ofMinutes(1));
        locks.enqueue("taken", owner, Duration.ofMinutes(1));
        Sources sources = console.bean(Sources.class);
        String source =
                sources.add(Place.of("eu", "jobs2", "locks"), "lockkeeper").id();
        sources.allowReleases(source, true, seen(sources, source));
        await().untilAsserted(() -> assertThat(names(source)).containsExactlyInAnyOrder("twice", "dead", "taken"));
        DialectLock seen = named(source, "twice");
        assertThat(release(AskedEvictions.of(source, seen, "hung", "", "::1")).outcome())
                .isEqualTo(Outcome.MARKED);
        assertThat(release(AskedEvictions.of(source, seen, "hung", "", "::1")).outcome())
                .isEqualTo(Outcome.ALREADY_MARKED);

        locks.age("dead", Duration.ofMinutes(2));
        locks.age("taken", Duration.ofMinutes(2));
        await().until(() -> named(source, "dead").state(Instant.now()) == DialectLock.State.EXPIRED);
        locks.remove("dead", dead + "-none");
        await().untilAsserted(() -> assertThat(endings(source, "dead")).containsExactly("EXPIRED"));
        await().until(() -> named(source, "taken").state(Instant.now()) == DialectLock.State.EXPIRED);
        locks.enqueue("taken", owner, Duration.ofMinutes(1));
        await().untilAsserted(() -> assertThat(endings(source, "taken")).containsExactly("TAKEN_OVER"));

        locks.collection().updateOne(new Document("_id", "taken"), new Document("$set", new Document("holders", 7)));
        await().until(() -> named(source, "taken").state(Instant.now()) == DialectLock.State.UNREADABLE);
        assertThat(summary(source).counts().unreadable()).isEqualTo(1);
        locks.collection().drop();
        await().untilAsserted(() -> assertThat(names(source)).isEmpty());
    }

    @Test
    void theConsolesFirstCollectionIsNoSourceAlsoNotUnderAnotherNameOfItsCluster() {
        String database = console.database().getName();
        Sources sources = console.bean(Sources.class);
        for (String cluster : Arrays.asList(null, "same")) {
            assertThatThrownBy(() -> sources.add(Place.of(cluster, database, "locks"), "lockkeeper"))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageEndingWith(
                            "is the collection whose locks the page Locks shows: it cannot be a source as well.");
        }
        sources.add(Place.of("eu", database, "locks"), "lockkeeper");
    }

    private static LockAgent agent(String service) {
        return LockAgent.connect(
                eu.client(), "pay", AgentOptions.forService(service).withInstance(service + "-1"));
    }

    private static Result release(EvictionRequest asked) {
        return console.bean(EvictionService.class).evict(asked);
    }

    private static DialectLock own(String lock) {
        return named(OWN, lock);
    }

    private static DialectLock named(String source, String lock) {
        return console.watched(source)
                .flatMap(Watched::board)
                .flatMap(board -> board.find(lock))
                .map(Lock::facts)
                .orElseThrow(() -> new AssertionError("%s has no lock %s yet".formatted(source, lock)));
    }

    private static void awaitEnd(String lock, String service, String ending) {
        await().untilAsserted(() -> assertThat(ended(OWN, lock)).anySatisfy(hold -> {
            assertThat(hold.who().orElse("")).startsWith(service);
            assertThat(String.valueOf(hold.ending())).isEqualTo(ending);
        }));
    }

    private static List<String> endings(String source, String lock) {
        return ended(source, lock).stream()
                .map(lease -> String.valueOf(lease.ending()))
                .toList();
    }

    private static List<LeaseRecord> ended(String source, String lock) {
        return console.bean(History.class).newestOf(new LockId(source, lock), 10).stream()
                .filter(lease -> lease.endedAt() != null)
                .toList();
    }

    private static List<String> names(String source) {
        return locks(source).stream().map(DialectLock::name).toList();
    }

    private static List<DialectLock> locks(String source) {
        return console.watched(source)
                .flatMap(Watched::board)
                .map(board -> Stream.concat(board.inUse(Instant.now()).stream(), board.free().stream())
                        .map(Lock::facts)
                        .toList())
                .orElse(List.of());
    }

    private static SourceSummary summary(String source) {
        return SourceSummary.of(console.watched(source).orElseThrow());
    }

    private static Instant seen(Sources sources, String id) {
        return sources.stored(id).orElseThrow().lastChange().at();
    }
}
