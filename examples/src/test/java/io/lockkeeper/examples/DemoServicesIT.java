package io.lockkeeper.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DemoServicesIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void sendersTakeTurns() throws Exception {
        try (Program one = start("SmsSender", "sms-1");
                Program two = start("SmsSender", "sms-2")) {
            one.awaitLine("messages sent");
            two.awaitLine("messages sent");
            endAll(one, two);
        }
    }

    @Test
    void oneInstanceRunsTheReportAndTheOtherKnowsWhich() throws Exception {
        try (Program one = start("NightlyReport", "report-1")) {
            one.awaitLine("The report is mine tonight");
            try (Program two = start("NightlyReport", "report-2")) {
                assertThat(two.awaitLine("The report is in hand"))
                        .contains("report-1", "since 20", "s more unless renewed");
                endAll(one, two);
            }
        }
    }

    @Test
    void paymentsOfOneCustomerQueue() throws Exception {
        try (Program one = start("Payments", "pay-1");
                Program two = start("Payments", "pay-2")) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Entries.in(database).stream().anyMatch(entry -> entry.containsKey("since")));
            one.awaitLine("is booked");
            two.awaitLine("is booked");
            endAll(one, two);
        }
    }

    @Test
    void aHangingImportThatIsEvictedSaysWhyAndStopsCleanly() throws Exception {
        try (Program hanging = start("HangingImport", "import-1")) {
            hanging.awaitLine("which never comes");
            evict("import:products");
            assertThat(hanging.awaitLine("EVICTED")).contains("by ann", "it hangs since Monday");
            hanging.awaitLine("Import stopped cleanly");
            await().until(() -> Entries.in(database).isEmpty());
            endAll(hanging);
        }
    }

    @Test
    void packingAndReturnsWaitForEachOtherNowAndThenAndGetOutOfItByPatience() throws Exception {
        try (Program packing = startFaster("Packing", "pack-1");
                Program returns = startFaster("Returns", "ret-1")) {
            await().atMost(Duration.ofMinutes(3))
                    .until(() -> Stream.of(packing, returns)
                            .flatMap(program -> program.said().stream())
                            .anyMatch(line -> line.contains("gives up and puts everything back")));
            packing.awaitLine("is done");
            returns.awaitLine("is done");
            endAll(packing, returns);
        }
    }

    private Program start(String service, String instance) throws Exception {
        return Program.start("demo." + service, database, instance);
    }

    /** For what only chance brings about: many rounds, each in a tenth of the time. */
    private Program startFaster(String service, String instance) throws Exception {
        return Program.start(List.of("-Ddemo.faster=10"), "demo." + service, database, instance);
    }

    private void evict(String name) {
        MongoCollection<BsonDocument> locks = database.getCollection("locks", BsonDocument.class);
        BsonDocument found = Objects.requireNonNull(locks.find(Filters.eq(name))
                .projection(Change.answerProjection())
                .first());
        Holder seen = Change.answer(found).lock().holders().getFirst();
        Change evict = Settle.evict(name, seen, "ann", "it hangs since Monday", Duration.ofSeconds(15), "test");
        BsonDocument left = locks.findOneAndUpdate(evict.filter(), evict.pipeline(), evict.options());
        new HintWriter(
                        database.getName(),
                        (each, command) ->
                                MongoServer.shared().client().getDatabase(each).runCommand(command, BsonDocument.class))
                .changed(Change.answer(Objects.requireNonNull(left)).lock(), "test");
    }

    private void endAll(Program... programs) throws InterruptedException {
        for (Program program : programs) {
            program.end();
            assertThat(program.said()).last().asString().contains("Ended; nothing is held any more");
        }
        assertThat(Entries.in(database)).isEmpty();
    }
}
