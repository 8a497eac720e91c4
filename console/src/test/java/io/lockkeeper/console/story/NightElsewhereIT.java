package io.lockkeeper.console.story;

import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.alerts.OnCall;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import io.lockkeeper.test.ServerProcess;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The night of {@link NightStoryIT} in a browser, of a lock in a further collection, and in another cluster. */
@OwnServer
class NightElsewhereIT {

    private static final int USUAL = 20;

    @AutoClose
    private static final ReplicaSet eu = ReplicaSet.start(1);

    @AutoClose
    private static final OnCall onCall = new OnCall();

    @AutoClose
    private static final Console console =
            onCall.console(ServerProcess.freePort(), "--lockkeeper.clusters.eu=" + eu.uri());

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @ParameterizedTest(name = "cluster: {0}")
    @ValueSource(strings = {"", "eu"})
    void aHungHolderIsFoundExplainedEvictedAndOnRecord(String cluster) throws InterruptedException {
        String database = console.database().getName() + "_night";
        String uri = cluster.isEmpty() ? MongoServer.shared().uri() : eu.uri();
        MongoClient client = cluster.isEmpty() ? MongoServer.shared().client() : eu.client();
        client.getDatabase(database)
                .getCollection("products")
                .insertOne(new Document("_id", "bolts").append("stock", 1));
        LockId lock = new LockId(watch(cluster, database), ProductImport.LOCK);
        try (ChildProcess first = new ChildProcess(ProductImport.class, uri, database, "import-1");
                ChildProcess second = new ChildProcess(ProductImport.class, uri, database, "import-2")) {
            first.await("ready");
            second.await("ready");
            await().atMost(NightSteps.SOON).until(() -> isUsual(first, lock));
            new NightSteps(onCall, console, lock, first, second)
                    .aHungHolderIsFoundExplainedEvictedAndOnRecord(chromium.page(console, Console.OPERATOR, "/"));
        } finally {
            console.own().getCollection("sources").deleteMany(new Document());
            console.own().getCollection("audit").deleteMany(new Document());
            client.getDatabase(database).drop();
            onCall.forget();
        }
    }

    /** Of a lock that is taken many times a second, a few holds a second are recorded. */
    private static boolean isUsual(ChildProcess holder, LockId lock) throws InterruptedException {
        holder.say("usual");
        holder.await("imported");
        return console.own()
                        .getCollection("foreign_holds")
                        .countDocuments(new Document("source", lock.source()).append("lock", lock.name()))
                >= USUAL;
    }

    private static String watch(String cluster, String database) {
        Place place = Place.of(cluster.isEmpty() ? null : cluster, database, "locks");
        return StoredSources.addReleasable(console.own(), place, "lockkeeper");
    }
}
