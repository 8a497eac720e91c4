package io.lockkeeper.console.api;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.console.api.Commands.Ran;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks of other libraries, and of further collections of Lockkeeper's own, on the command line. */
@Tag("nightly")
class SourceCommandsIT {

    private static final String OURS = "order:4711";

    @AutoClose
    private static final Console console = Console.start();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    private static final String viewer = ApiClient.mint(console, "viewer", Role.VIEWER, "eye");
    private static final String operator = ApiClient.mint(console, "operator", Role.OPERATOR, "hand");
    private static final String admin = ApiClient.mint(console, "admin", Role.ADMIN, "boss");

    @Test
    void locksOfOtherLibrariesAreListedShownAndFoundInTheHistory() {
        String id = foreignLock("nightly report", "app-7");
        await().atMost(30, SECONDS).untilAsserted(() -> {
            Ran list = lockkeeper(viewer, "list", "--source", id);
            assertThat(list.code()).as(list.err()).isZero();
            assertThat(list.out()).contains("LOCK", "nightly report", "held", "app-7");
        });
        assertThat(lockkeeper(viewer, "sources").out()).contains("SOURCE", id, "ShedLock", "live");
        await().atMost(60, SECONDS).untilAsserted(() -> {
            Ran found = lockkeeper(admin, "sources", "--find", "--in-background");
            assertThat(found.err()).contains("The search has ended.");
            assertThat(found.out()).containsPattern("shedLock +ShedLock +certain .* yes");
        });
        assertThat(lockkeeper(viewer, "list", "--source", id, "--json").out())
                .contains("\"name\": \"nightly report\"", "\"token\": null");
        Ran show = lockkeeper(viewer, "show", "nightly report", "--source", id);
        assertThat(show.out()).contains("Held by   app-7", "Renewed   unknown", "ETag      ", "Last run  ");
        assertThat(lockkeeper(viewer, "show", "none", "--source", id).code()).isEqualTo(ExitCode.NOT_SO);
        Ran none = lockkeeper(viewer, "list", "--source", "app.none/shedlock");
        assertThat(none.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(none.err()).contains("There is no such source. There are ", id);
        assertThat(lockkeeper(viewer, "list", "--source", id, "--limit", "1001").code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(lockkeeper(viewer, "history", "nightly report").out()).contains("SOURCE", id, "app-7", "still held");
        assertThat(lockkeeper(viewer, "history", "--source", id, "--since", "1h")
                        .out())
                .contains("nightly report")
                .doesNotContain("TOKEN");
    }

    @Test
    void showListsFurtherDocumentsOfTheNameEachWithItsEtagForAnEviction() {
        String id = source("twice", "spring-article", true);
        articleLock("app-1");
        await().atMost(30, SECONDS)
                .until(() -> lockkeeper(viewer, "show", "order", "--source", id).code() == ExitCode.OK);
        articleLock("app-2");
        await().atMost(30, SECONDS)
                .until(() -> lockkeeper(viewer, "show", "order", "--source", id)
                        .out()
                        .contains("Also      ETag"));
        Ran shown = lockkeeper(viewer, "show", "order", "--source", id, "--json");
        Document lock = Document.parse(shown.out());
        assertThat(lock.getList("others", Document.class)).hasSize(1);
        Document other = lock.getList("others", Document.class).getFirst();
        assertThat(List.of(
                        lock.getList("holders", String.class).getFirst(),
                        other.getList("holders", String.class).getFirst()))
                .containsExactlyInAnyOrder("app-1", "app-2");
        Ran evicted = lockkeeper(
                operator,
                "evict",
                "order",
                "--source",
                id,
                "--etag",
                other.getString("etag"),
                "--reason",
                "two documents");
        assertThat(evicted.code()).as(evicted.err()).isEqualTo(ExitCode.OK);
        await().atMost(30, SECONDS)
                .until(() -> lockkeeper(viewer, "show", "order", "--source", id)
                        .out()
                        .contains("State     free"));
    }

    private static void articleLock(String by) {
        console.database()
                .getCollection("twice")
                .insertOne(new Document("lockName", "order")
                        .append("holder", by)
                        .append("lockedAt", Date.from(Instant.now())));
    }

    @Test
    void watchFollowsTheConsolesEvents() throws IOException {
        String id = source("watched", false);
        held("watched", "first", "app-7");
        await().atMost(30, SECONDS)
                .until(() -> lockkeeper(viewer, "list", "--source", id).out().contains("first"));
        Path out = Files.createTempFile(folder, "watch", "");
        Process watch = new Commands(console, folder)
                .process(viewer, Commands.line("watch", "--source", id, "--json"))
                .redirectOutput(out.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            await().atMost(60, SECONDS)
                    .untilAsserted(() -> assertThat(Files.readString(out)).contains("\"name\": \"first\""));
            held("watched", "second", "app-8");
            await().atMost(30, SECONDS)
                    .untilAsserted(() -> assertThat(Files.readString(out)).contains("\"name\": \"second\""));
            console.database().getCollection("watched").deleteOne(new Document("_id", "first"));
            await().atMost(30, SECONDS)
                    .untilAsserted(() ->
                            assertThat(Files.readString(out)).contains("{\"name\": \"first\", \"state\": \"free\"}"));
        } finally {
            watch.destroyForcibly();
        }
    }

    @Test
    void evictEndsTheAcquisitionOfAnotherLibraryThatItsOperatorSaw() {
        String id = source("evicted", true);
        held("evicted", "nightly", "app-7");
        await().atMost(30, SECONDS)
                .until(() ->
                        lockkeeper(viewer, "show", "nightly", "--source", id).code() == ExitCode.OK);
        String etag = Document.parse(lockkeeper(viewer, "show", "nightly", "--source", id, "--json")
                        .out())
                .getString("etag");
        String[] evict = {"evict", "nightly", "--source", id, "--etag", etag, "--reason", "it hangs"};
        Ran unconfirmed = lockkeeper(operator, evict);
        assertThat(unconfirmed.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(unconfirmed.err())
                .contains("Nothing was changed. Unlock checks no owner", "confirm it with --holder-is-dead");
        Ran other = evictDead(operator, id, "0123456789abcdef");
        assertThat(other.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(other.err()).contains("not the acquisition that If-Match names");
        assertThat(evictDead(viewer, id, etag).code()).isEqualTo(ExitCode.NOT_ALLOWED);
        Ran done = evictDead(operator, id, etag, "--json");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(Document.parse(done.out()))
                .containsEntry("source", id)
                .containsEntry("lock", "nightly")
                .containsEntry("outcome", "ENDED");
        assertThat(evictDead(operator, id, etag).code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(console.own()
                        .getCollection("audit")
                        .countDocuments(new Document("lock", "nightly").append("by", "operator by API token hand")))
                .isPositive();
    }

    @Test
    void aLockOfGradeDIsNotEvictedAndItsSentenceSaysWhy() {
        String id = source("servers", "jobrunr-servers", true);
        console.database()
                .getCollection("servers")
                .insertOne(new Document("_id", new Binary(new byte[] {7}))
                        .append("workerPoolSize", 4)
                        .append("pollIntervalInSeconds", 5)
                        .append("name", "worker-3")
                        .append("running", true)
                        .append("firstHeartbeat", Date.from(Instant.now()))
                        .append("lastHeartbeat", Date.from(Instant.now())));
        await().atMost(30, SECONDS)
                .until(() -> lockkeeper(viewer, "list", "--source", id, "--json")
                        .out()
                        .contains("etag"));
        Document server = Document.parse(
                lockkeeper(viewer, "list", "--source", id, "--json").out());
        Ran shown = lockkeeper(
                operator,
                "evict",
                server.getString("name"),
                "--source",
                id,
                "--etag",
                server.getString("etag"),
                "--reason",
                "x");
        assertThat(shown.code()).isEqualTo(ExitCode.NOT_SO);
        assertThat(shown.err()).contains("Grade D only shows.", "Nothing was changed.");
    }

    @Test
    void aLockOfAFurtherCollectionIsPausedResumedAndAWaiterTakenOutOfItsQueue() {
        MongoDatabase pay = MongoServer.shared().freshDatabase();
        Locks locks = new Locks(pay);
        locks.enqueue(OURS, Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(10));
        String waiter = locks.enqueue(OURS, Locks.owner("shop", "shop-1", 2, "main", ""), Duration.ofMinutes(10));
        String id = source(pay.getName(), "locks", "lockkeeper", true);
        await().atMost(30, SECONDS)
                .untilAsserted(() -> assertThat(
                                lockkeeper(viewer, "show", OURS, "--source", id).out())
                        .contains("Waiter    " + waiter + ", shop · shop-1"));

        Ran waits = lockkeeper(viewer, "waits", "--source", id);
        assertThat(waits.out())
                .as(waits.err())
                .contains("billing · b-1 · main holds " + OURS, "shop · shop-1 · main waits for");
        assertThat(lockkeeper(viewer, "history", OURS).out())
                .containsPattern("LOCK +SOURCE +WAITED +SINCE")
                .containsPattern(OURS + " +" + id + " +shop");
        String library = source("rotated", false);
        await().atMost(30, SECONDS)
                .untilAsserted(() -> assertThat(
                                lockkeeper(viewer, "waits", "--source", library).err())
                        .contains("Its documents do not say who waits."));
        assertThat(lockkeeper(viewer, "waits", "--source", "none/none").err()).contains("There is no such source.");

        String[] pause = {"pause", OURS, "--for", "2h", "--reason", "repair", "--source", id};
        assertThat(lockkeeper(viewer, pause).code()).isEqualTo(ExitCode.NOT_ALLOWED);
        Ran paused = lockkeeper(operator, pause);
        assertThat(paused.out()).as(paused.err()).startsWith("Paused until ");
        assertThat(locks.find(OURS).paused()).isNotNull();
        assertThat(lockkeeper(viewer, "show", OURS, "--source", id).out()).contains("Paused    until ");
        String[] resume = {"resume", OURS, "--source", id};
        assertThat(lockkeeper(operator, resume).out()).contains("is not paused any more");
        assertThat(lockkeeper(operator, resume).err()).contains("The lock is not paused.");
        String next = locks.enqueue(OURS, Locks.owner("shop", "shop-1", 2, "main", ""), Duration.ofMinutes(10));
        await().atMost(30, SECONDS)
                .untilAsserted(() -> assertThat(
                                lockkeeper(viewer, "show", OURS, "--source", id).out())
                        .contains("Waiter    " + next)); // a waiter stays for 30 s after its last touch
        Ran out = lockkeeper(operator, "take-out", OURS, next, "--reason", "it waits for nothing", "--source", id);
        assertThat(out.code()).as(out.err()).isZero();
        assertThat(locks.find(OURS).takenOut(next)).isPresent();
        await().atMost(30, SECONDS)
                .untilAsserted(() -> assertThat(lockkeeper(viewer, "history", OURS, "--since", "1h")
                                .out())
                        .containsPattern("LOCK +SOURCE +WAITER +TAKEN OUT")
                        .containsPattern(OURS + " +" + id + " +shop · shop-1 .* it waits for nothing"));
        Ran bypass = lockkeeper(operator, "resume", OURS, "--source", id, "--break-glass");
        assertThat(bypass.code()).isEqualTo(ExitCode.USAGE);
        assertThat(bypass.err()).contains("only a console changes the locks of a --source");
        pay.drop();
    }

    private static Ran evictDead(String token, String source, String etag, String... more) {
        List<String> evict = new ArrayList<>(List.of("evict", "nightly", "--source", source, "--etag", etag));
        evict.addAll(List.of("--reason", "it hangs", "--holder-is-dead"));
        evict.addAll(List.of(more));
        return lockkeeper(token, evict.toArray(String[]::new));
    }

    private static Ran lockkeeper(String token, String... arguments) {
        return new Commands(console, folder).run(token, arguments);
    }

    private static String foreignLock(String name, String by) {
        held("shedLock", name, by);
        return source("shedLock", false);
    }

    private static void held(String collection, String name, String by) {
        console.database().getCollection(collection).insertOne(ShedLocks.held(name, by));
    }

    private static String source(String collection, boolean releasable) {
        return source(collection, "shedlock", releasable);
    }

    private static String source(String collection, String dialect, boolean releasable) {
        return source(console.database().getName(), collection, dialect, releasable);
    }

    private static String source(String database, String collection, String dialect, boolean releasable) {
        Place place = Place.own(database, collection);
        return releasable
                ? StoredSources.addReleasable(console.own(), place, dialect)
                : StoredSources.add(console.own(), place, dialect);
    }
}
