package io.lockkeeper.console.face.historypage;

import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.LengthClass;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.Records;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.Eviction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoTemplate;

/** A night of the past in a console's history: our own locks, and those of another library. */
final class Night {

    static final Instant DAY = Instant.parse("2025-11-20T00:00:00Z");
    static final Instant AT = DAY.plus(Duration.ofMinutes(192));
    private static final String HOSTILE = "=cmd|'/c calc'!A1<b>\"x\"";

    private final Console console;
    private final String source;

    Night(Console console) {
        this.console = console;
        source = console.database().getName() + ".shedLock/shedlock";
    }

    /** The id of the other library's collection. */
    String source() {
        return source;
    }

    /** Stops the recorder, and puts what it would have written in its place. */
    void record() {
        MongoCollection<Document> streams = console.own().getCollection("streams");
        await().until(() -> streams.countDocuments(new Document("_id", "history")) == 1);
        console.bean(Recorder.class).stop();
        streams.updateOne(new Document("_id", "history"), new Document("$set", new Document("begun", DAY)));
        leases(console.bean(MongoTemplate.class));
        otherLibraries();
    }

    /** What other libraries' locks left behind, and one that has been held since before the night. */
    private void otherLibraries() {
        console.own()
                .getCollection("foreign_holds")
                .insertMany(List.of(
                        hold("invoices", "pod-7", AT.minusSeconds(600), AT.plusSeconds(300)),
                        hold("invoices", "pod-6", AT.minusSeconds(900), AT.minusSeconds(601)),
                        hold("later", "pod-5", AT.plusSeconds(1), AT.plusSeconds(9))));
        console.own()
                .getCollection("streams")
                .insertOne(new Document("_id", "source " + console.database().getName() + ".shedLock")
                        .append(
                                "missed",
                                List.of(new Document("from", DAY.plus(Duration.ofMinutes(300)))
                                        .append("until", DAY.plus(Duration.ofMinutes(302)))
                                        .append("why", "No console followed the collection."))));
        console.database()
                .getCollection("shedLock")
                .insertOne(new Document("_id", "reindex")
                        .append("lockedAt", AT.minusSeconds(3_600))
                        .append("lockUntil", Instant.now().plusSeconds(36_000))
                        .append("lockedBy", "pod-9"));
        console.own()
                .getCollection("sources")
                .insertOne(new Document("_id", source)
                        .append("database", console.database().getName())
                        .append("collection", "shedLock")
                        .append("dialect", "shedlock")
                        .append("addedAt", AT)
                        .append("addedBy", "boss"));
        await().until(() -> console.bean(SourceFeeds.class)
                .find(LockScope.EVERYTHING, source)
                .flatMap(Watched::board)
                .filter(board -> board.free(Instant.now()).size()
                                + board.inUse(Instant.now()).size()
                        > 0)
                .isPresent());
    }

    private Document hold(String lock, String holder, Instant since, Instant until) {
        return new Document("_id", source + "/" + holder)
                .append("source", source)
                .append("lock", lock)
                .append("holder", holder)
                .append("since", since)
                .append("until", until)
                .append("end", "EXPIRED")
                .append("heldClass", LengthClass.between(since, until).number())
                .append("purgeAt", Instant.now().plusSeconds(36_000));
    }

    /** What a day left behind: an import that hung for 44 minutes and was evicted, and what ran beside it. */
    private static void leases(MongoTemplate own) {
        Instant hung = AT.minus(Duration.ofMinutes(25));
        Instant evicted = hung.plus(Duration.ofMinutes(44));
        List<LeaseRecord> all = new ArrayList<>();
        add(
                all,
                "import:products",
                "import",
                "im-1",
                "products of shop-1",
                hung,
                hung,
                evicted,
                new Eviction("ops", "hung on a dead peer", evicted.minusSeconds(15), evicted));
        for (int i = 0; i < 3; i++) {
            Instant asked = AT.minus(Duration.ofMinutes(22 - i));
            Instant granted = evicted.plusSeconds(40L * i);
            add(
                    all,
                    "import:products",
                    "import",
                    "im-" + (2 + i),
                    "products of shop-" + (2 + i),
                    asked,
                    granted,
                    granted.plusSeconds(38),
                    null);
        }
        List<String> others = List.of("report:nightly", "customer:88", "send_sms", "cache:warm", HOSTILE);
        for (int i = 0; i < others.size(); i++) {
            Instant granted = AT.minusSeconds(10L + 90L * (others.size() - i));
            String service =
                    List.of("report", "billing", "notify", "shop", "shop").get(i);
            add(
                    all,
                    others.get(i),
                    service,
                    List.of("rp-1", "bill-7f", "sms-2", "shop-3", "shop-1").get(i),
                    "",
                    granted,
                    granted,
                    granted.plusSeconds(600 + i),
                    null);
        }
        Instant before = AT.minus(Duration.ofHours(2));
        add(
                all,
                "order:4711",
                "billing",
                "bill-9c",
                "payment of order 4711",
                before,
                before,
                before.plusMillis(420),
                null);
        own.insertAll(all);
        own.insert(Records.gap(
                DAY.plus(Duration.ofMinutes(290)),
                DAY.plus(Duration.ofMinutes(322)),
                "MongoDB no longer knew what had happened: its oplog did not reach back."));
    }

    private static void add(
            List<LeaseRecord> all,
            String lock,
            String service,
            String instance,
            String note,
            Instant asked,
            Instant granted,
            Instant ended,
            @Nullable Eviction evicted) {
        long token = 1_795_258_911_456_000L + all.size();
        Party holder = new Party(
                service + "-agent", service, instance, instance + ".internal", 4_000 + all.size(), "worker-1", note);
        all.add(Records.lease(
                new LeaseKey(lock, token),
                holder,
                asked,
                granted,
                ended,
                evicted == null ? Ending.RELEASED : Ending.EVICTED,
                evicted));
    }
}
