package io.lockkeeper.console.remember.costs;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.RawHttp.Answer;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.remember.history.HoldRecord;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What any user can ask of the history of a busy lock: 500 requests always wait, so that each wait has 500 leases. */
@Tag("alone")
@Tag("nightly")
class CostsOfABusyLockIT {

    private static final Instant THEN = Instant.parse("2025-11-22T04:00:00Z");
    private static final int WAITING = 500;
    private static final int HELD_MILLIS = 100;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(database.getName() + "_console");

    @Test
    void whoCostWhomOnABusyLockIsAddedUpInASmallHeap() throws IOException {
        store();
        try (ConsoleProcess console = ConsoleProcess.on(
                        database, 160, "--lockkeeper.history.enabled=false", "--lockkeeper.history.past=0")
                .healthy()) {
            String token = ApiClient.mint(
                    own, Console.VIEWER, Role.VIEWER, "test", Instant.now().plusSeconds(3_600));
            for (int i = 0; i < 3; i++) {
                Answer answer =
                        console.http().get("/api/v1/history/costs?moment=" + THEN, "Authorization: Bearer " + token);
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                assertThat(answer.text()).contains("\"holder\":\"shop\",\"waiter\":\"shop\"");
            }
            assertThat(console.isRunning()).isTrue();
        } finally {
            own.drop();
        }
    }

    private void store() {
        MongoCollection<Document> leases = own.getCollection("leases");
        for (int from = 0; from < 16_000; from += 1_000) {
            leases.insertMany(IntStream.range(from, from + 1_000)
                    .mapToObj(CostsOfABusyLockIT::lease)
                    .toList());
        }
    }

    private static Document lease(int number) {
        Instant granted = THEN.minusMillis((long) (number + 1) * HELD_MILLIS);
        Instant asked = granted.minusMillis(WAITING * HELD_MILLIS);
        Instant ended = granted.plusMillis(HELD_MILLIS);
        return new Document("_id", new Document("lock", "busy").append("token", (long) number + 1))
                .append("acquirer", "a-" + number)
                .append("holder", party(number % WAITING))
                .append("weight", 1)
                .append("grantedAt", Date.from(granted))
                .append("askedAt", Date.from(asked))
                .append("waitedMillis", (long) WAITING * HELD_MILLIS)
                .append("endedAt", Date.from(ended))
                .append("ending", "RELEASED")
                .append("heldMillis", (long) HELD_MILLIS)
                .append("waiters", WAITING)
                .append(
                        "behind",
                        IntStream.range(0, 100)
                                .mapToObj(i -> "shop · shop-of-the-north-" + i)
                                .toList())
                .append("heldClass", Objects.requireNonNull(HoldRecord.heldClass(granted, ended)))
                .append("waitClass", Objects.requireNonNull(HoldRecord.heldClass(asked, granted)))
                .append("purgeAt", Date.from(Instant.now().plusSeconds(86_400)));
    }

    private static Document party(int instance) {
        Document party = new Document("pid", 1L);
        List.of("agent", "host", "thread", "note").forEach(field -> party.append(field, field));
        return party.append("service", "shop").append("instance", "shop-" + instance);
    }
}
