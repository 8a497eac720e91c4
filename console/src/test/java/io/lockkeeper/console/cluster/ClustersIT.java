package io.lockkeeper.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.release.ReleaseRequest;
import io.lockkeeper.console.release.ReleaseService;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.security.Role;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.source.Discovery;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.Place;
import io.lockkeeper.console.source.Proposal;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.source.SourceFeeds.Watched;
import io.lockkeeper.console.source.SourceSummary;
import io.lockkeeper.console.source.Sources;
import io.lockkeeper.test.ReplicaSet;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** A console that watches another cluster beside its own, and one that does not answer. */
class ClustersIT {

    @AutoClose
    private static final ReplicaSet eu = ReplicaSet.start(1);

    @AutoClose
    private static final Console console = Console.start(
            "--lockkeeper.clusters.eu=" + eu.uri(), "--lockkeeper.clusters.away=mongodb://127.0.0.1:1/?replicaSet=rs0");

    @BeforeAll
    static void administrator() {
        console.administrator("boss", "correct horse battery");
    }

    @BeforeEach
    void actAsAdministrator() {
        ConsoleUser user = new ConsoleUser("boss", "", Role.ADMIN, true, false, "");
        SecurityContextHolder.getContext()
                .setAuthentication(
                        UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
    }

    @Test
    void locksOfAnotherClusterAreFoundFollowedAndKnownAsItsOwn() {
        MongoCollection<Document> there = eu.client().getDatabase("app").getCollection("shedLock");
        there.insertOne(shedLock("report", "app-1"));
        List<Proposal> found = console.bean(Discovery.class).look("eu", "app").proposals();
        assertThat(found).extracting(Proposal::sourceId).containsExactly("eu/app.shedLock/shedlock");
        console.bean(Sources.class).add(found.getFirst().place(), "shedlock");

        there.insertOne(shedLock("import", "app-2"));
        await().untilAsserted(() ->
                assertThat(names("eu/app.shedLock/shedlock")).containsExactlyInAnyOrder("report", "import"));
        assertThat(console.bean(SourceFeeds.class)
                        .find(LockScope.EVERYTHING, "eu/app.shedLock/shedlock")
                        .map(Watched::source)
                        .map(LockSource::place))
                .hasValueSatisfying(place -> assertThat(place).hasToString("eu: app.shedLock"));
    }

    @Test
    void collectionsOfOneNameInTwoClustersAreTwoSources() {
        Place here = Place.own(console.database().getName(), "both");
        Place there = new Place("eu", here.namespace());
        console.database().getCollection("both").insertOne(shedLock("here", "app-1"));
        eu.client()
                .getDatabase(console.database().getName())
                .getCollection("both")
                .insertOne(shedLock("there", "app-2"));
        Sources sources = console.bean(Sources.class);
        LockSource own = sources.add(here, "shedlock");
        LockSource other = sources.add(there, "shedlock");
        await().untilAsserted(() -> assertThat(names(own.id())).containsExactly("here"));
        await().untilAsserted(() -> assertThat(names(other.id())).containsExactly("there"));
    }

    @Test
    void aHolderIsEvictedInItsOwnCluster() {
        MongoCollection<Document> there = eu.client().getDatabase("jobs").getCollection("shedLock");
        there.insertOne(shedLock("report", "app-1"));
        Sources sources = console.bean(Sources.class);
        LockSource source = sources.add(Place.of("eu", "jobs", "shedLock"), "shedlock");
        sources.allowReleases(source.id(), true);
        await().untilAsserted(() -> assertThat(names(source.id())).containsExactly("report"));
        ForeignLock seen = locks(source.id()).getFirst();
        Result result = console.bean(ReleaseService.class)
                .evict(new ReleaseRequest(source.id(), seen, "it hangs", "report", "::1"));
        assertThat(result.outcome()).isEqualTo(Outcome.ENDED);
        await().untilAsserted(() -> assertThat(locks(source.id()))
                .extracting(lock -> lock.state(Instant.now()))
                .containsExactly(ForeignLock.State.FREE));
    }

    @Test
    void aClusterThatDoesNotAnswerIsAStateAndNoneThatIsNotInTheSettingsIsWatched() {
        Clusters clusters = console.bean(Clusters.class);
        await().untilAsserted(() -> assertThat(clusters.others())
                .extracting(each -> "%s %s".formatted(each.name(), each.state().replaceAll("\\d+", "n")))
                .containsExactly("away MongoDB did not answer.", "eu answers within n ms"));
        assertThatThrownBy(() -> console.bean(Discovery.class).look("away", "app"))
                .isInstanceOf(RefusedException.class)
                .hasMessage("MongoDB did not answer.");
        assertThatThrownBy(() -> console.bean(Sources.class).add(Place.of("us", "app", "shedLock"), "shedlock"))
                .isInstanceOf(RefusedException.class)
                .hasMessage("The console's settings name no cluster “us”.");
        LockSource away = console.bean(Sources.class).add(Place.of("away", "app", "shedLock"), "shedlock");
        await().untilAsserted(() -> assertThat(summary(away.id()).trouble()).isEqualTo("MongoDB did not answer."));
        assertThat(summary(away.id()).freshness().state()).isNotEqualTo(Freshness.State.LIVE);
    }

    private static List<String> names(String source) {
        return locks(source).stream().map(ForeignLock::name).toList();
    }

    private static List<ForeignLock> locks(String source) {
        return console.bean(SourceFeeds.class)
                .find(LockScope.EVERYTHING, source)
                .flatMap(Watched::board)
                .map(board -> board.first(100))
                .orElse(List.of());
    }

    private static SourceSummary summary(String source) {
        return SourceSummary.of(console.bean(SourceFeeds.class)
                .find(LockScope.EVERYTHING, source)
                .orElseThrow());
    }

    private static Document shedLock(String name, String by) {
        Instant now = Instant.now();
        return new Document("_id", name)
                .append("lockUntil", Date.from(now.plusSeconds(600)))
                .append("lockedAt", Date.from(now))
                .append("lockedBy", by);
    }
}
