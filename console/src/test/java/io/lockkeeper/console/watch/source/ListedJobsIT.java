package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.console.watch.source.ListedJobs.Known;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a list of locks costs MongoDB for its column of jobs. */
class ListedJobsIT {

    private static final Dialect AGENDA =
            ForeignDocuments.dialects().find("agenda").orElseThrow();

    private final AtomicInteger finds = new AtomicInteger();
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AutoClose
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
            .addCommandListener(new CommandListener() {
                @Override
                public void commandStarted(CommandStartedEvent event) {
                    if (event.getCommandName().equals("find")) {
                        finds.incrementAndGet();
                    }
                }
            })
            .build());

    private final ListedJobs jobs = new ListedJobs(new JobReader(Clusters.of(client, new ServerClock())));

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void theJobsOfThousandsOfLocksAreReadByFewQueriesAndOnceForAllWhoLook() {
        Watched source = watched("agendaJobs", AGENDA, running(2_500));
        Known known = jobs.read(source);
        assertThat(known.facts()).hasSize(ListedJobs.MOST);
        assertThat(known.unknown()).startsWith("There are too many jobs to read them all");
        assertThat(finds).hasValue(10);
        assertThat(jobs.read(source)).isSameAs(known);
        assertThat(jobs.known(source)).isSameAs(known);
        assertThat(finds).hasValue(10);
    }

    @Test
    void aPageNeverWaitsForThemAndReadsThemOnceTheyAreThere() {
        Watched source = watched("agendaJobs", AGENDA, running(3));
        assertThat(jobs.known(source).facts()).isEmpty();
        await().until(() -> jobs.known(source).facts().size() == 3);
        assertThat(jobs.known(source)
                        .of(source.board().orElseThrow().live().getFirst().name()))
                .flatMap(JobFacts::nextRun)
                .isPresent();
        assertThat(jobs.known(source).unknown()).isEmpty();
    }

    @Test
    void whereTheLockTellsAsMuchMongoDbIsNotAsked() {
        Dialect shedLock = ForeignDocuments.dialects().find("shedlock").orElseThrow();
        List<Document> locks =
                List.of(Jobs.shedLock("report", Jobs.ago(Duration.ofMinutes(1)), Jobs.in(Duration.ofMinutes(1))));
        assertThat(jobs.read(watched("shedLock", shedLock, locks))).isEqualTo(Known.NOTHING);
        assertThat(finds).hasValue(0);
    }

    private static List<Document> running(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Jobs.recorded(
                        "agenda",
                        2,
                        new Document("lockedAt", Jobs.ago(Duration.ofSeconds(1)))
                                .append("nextRunAt", Jobs.in(Duration.ofHours(1)))))
                .toList();
    }

    private Watched watched(String collection, Dialect dialect, List<Document> documents) {
        database.getCollection(collection).insertMany(documents);
        Board board = new Board(dialect);
        database.getCollection(collection, BsonDocument.class)
                .find()
                .forEach(document -> Lock.of(document, dialect, TtlIndexes.UNREADABLE)
                        .ifPresent(lock -> board.put(lock, Instant.now())));
        LockSource source =
                LockSource.of(Place.own(database.getName(), collection), dialect.id(), Instant.EPOCH, "boss");
        return new Watched(source, Optional.empty(), Optional.of(board), "", new ServerClock());
    }
}
