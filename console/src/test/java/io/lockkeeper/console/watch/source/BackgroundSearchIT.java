package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.security.access.AccessDeniedException;

@ExtendWith(Acting.class)
class BackgroundSearchIT {

    @AutoClose("drop")
    private final MongoDatabase one = MongoServer.shared().freshDatabase();

    @AutoClose("drop")
    private final MongoDatabase other = MongoServer.shared().freshDatabase();

    private final AtomicReference<List<Searched>> shown = new AtomicReference<>(List.of());

    @BeforeEach
    void administrator() {
        Acting.as("boss", Role.ADMIN);
    }

    @Test
    void itGoesThroughAllDatabasesAndKeepsWhatItFinds() {
        for (MongoDatabase each : List.of(one, other)) {
            ForeignDocuments.hold("shedlock", each.getCollection("shedLock", BsonDocument.class));
        }
        BackgroundSearch search = search(MongoServer.shared().client());
        try {
            Runnable unsubscribe = search.subscribe(shown::set);
            Searched begun = search.begin(null, false);
            assertThat(begun.goesOn()).isTrue();
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> shown.get().stream().anyMatch(each -> !each.goesOn()));
            Searched ended = search.begin(null, false);
            assertThat(ended.began()).isEqualTo(begun.began());
            assertThat(ended.why()).isNull();
            assertThat(shown.get()).containsExactly(ended);
            assertThat(ended.found().databases())
                    .filteredOn(each -> each.database().equals(one.getName())
                            || each.database().equals(other.getName()))
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(each.proposals())
                            .extracting(Proposal::collection)
                            .containsExactly("shedLock"));
            unsubscribe.run();
            assertThat(search.begin(null, true).goesOn()).isTrue();
            assertThat(shown.get()).containsExactly(ended);
        } finally {
            search.destroy();
        }
    }

    @Test
    void aServerThatListsNoDatabasesEndsItAtOnceInOneSentence() {
        try (StandIn server = StandIn.of(ServerKind.ATLAS_M0);
                MongoClient client = MongoClients.create(server.uri("app"))) {
            BackgroundSearch search = search(client);
            try {
                Runnable unused = search.subscribe(shown::set);
                assertThat(search.begin(null, false).goesOn()).isTrue();
                await().atMost(60, TimeUnit.SECONDS)
                        .until(() -> shown.get().stream().anyMatch(each -> !each.goesOn()));
                assertThat(search.begin(null, false).why())
                        .isEqualTo("MongoDB did not list the databases: command listDatabases is not allowed in this"
                                + " atlas tier. Look in one, by its name.");
                assertThat(server.refusals()).containsEntry("listDatabases", 1);
            } finally {
                search.destroy();
            }
        }
    }

    @Test
    void itWaitsForAServerThatDoesNotAnswer() {
        MongoClientSettings settings = MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:1/app?replicaSet=rs0"))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(50, TimeUnit.MILLISECONDS))
                .build();
        try (MongoClient client = MongoClients.create(settings)) {
            BackgroundSearch search = search(client);
            try {
                Runnable unused = search.subscribe(shown::set);
                assertThat(search.begin(null, false).why()).isNull();
                await().atMost(60, TimeUnit.SECONDS)
                        .until(() -> shown.get().stream().anyMatch(each -> each.why() != null));
                assertThat(search.begin(null, false).goesOn()).isTrue();
                assertThat(Objects.requireNonNull(search.begin(null, false).why()))
                        .contains("did not answer");
            } finally {
                search.destroy();
            }
        }
    }

    @Test
    void onlyAnAdministratorBeginsIt() {
        Acting.as("boss", Role.OPERATOR);
        BackgroundSearch search = search(MongoServer.shared().client());
        assertThatThrownBy(() -> search.begin(null, false)).isInstanceOf(AccessDeniedException.class);
        search.destroy();
    }

    private static BackgroundSearch search(MongoClient client) {
        Clusters clusters = Clusters.of(client, new ServerClock());
        return new BackgroundSearch(
                clusters,
                new Discovery(
                        clusters,
                        ForeignDocuments.dialects(),
                        new ForbiddenPlaces("the_locks", clusters, () -> "none_of_a_console")));
    }
}
