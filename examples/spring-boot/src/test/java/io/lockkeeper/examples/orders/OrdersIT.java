package io.lockkeeper.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.test.MongoServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The service in two instances, from outside. */
@Timeout(120)
class OrdersIT {

    private static final MongoDatabase DATABASE = MongoServer.shared().freshDatabase();

    @SuppressWarnings("NullAway.Init")
    private static Instance one;

    @SuppressWarnings("NullAway.Init")
    private static Instance other;

    @BeforeAll
    static void start() {
        one = Instance.start(DATABASE, "orders-1");
        other = Instance.start(DATABASE, "orders-2");
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
        DATABASE.drop();
    }

    @Test
    void anOrderIsBookedOnceHoweverManyRequestsReachBothInstances() throws Exception {
        String order = order("{\"item\": \"lamp\"}");
        List<Integer> answers = together(10, instance -> instance.post("/orders/" + order + "/booking", ""));
        assertThat(answers).containsOnly(200, 409).containsOnlyOnce(200);
        assertThat(DATABASE.getCollection("stock")
                        .find(new Document("_id", "lamp"))
                        .first())
                .containsEntry("taken", 1);
    }

    @Test
    void oneInstanceWritesTheReportAlthoughBothWakeEverySecond() {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> DATABASE.getCollection("reports").countDocuments() > 0);
        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(20))
                .until(() -> DATABASE.getCollection("reports").countDocuments() == 1);
    }

    @Test
    void whoWaitsTooLongIsToldWhoHoldsTheOrder() throws Exception {
        String order = order("{\"item\": \"chair\"}");
        try (Lease held = one.agent().acquire("order-" + order)) {
            HttpResponse<String> busy = other.post("/orders/" + order + "/booking", "");
            assertThat(busy.statusCode()).isEqualTo(503);
            assertThat(busy.body()).contains(held.name(), "held by orders (orders-1");
        }
    }

    @Test
    void healthInfoAndLocksSayHowTheInstanceFares() throws Exception {
        try (Lease held = one.agent().acquire("stocktaking")) {
            assertThat(one.get("/actuator/locks")).contains("\"lock\":\"stocktaking\"", "\"token\":" + held.token());
            assertThat(other.get("/actuator/locks")).doesNotContain("stocktaking");
        }
        assertThat(one.get("/actuator/health"))
                .contains("\"lockkeeper\":{", "\"server\":\"majority\"", "\"status\":\"UP\"");
        assertThat(one.get("/actuator/info")).contains("\"instance\":\"orders-1\"");
    }

    @Test
    void anInstanceThatStopsLeavesNothingBehind() throws Exception {
        Instance third = Instance.start(DATABASE, "orders-3");
        CompletableFuture<Boolean> released;
        Lease held = third.agent().acquire("stocktaking");
        released = CompletableFuture.supplyAsync(() -> {
            await().until(() -> refusesNew(third));
            return held.release();
        });
        third.close();
        assertThat(released.join()).isTrue();
        assertThat(one.agent().heldBy("stocktaking")).isEmpty();
    }

    private static boolean refusesNew(Instance instance) {
        try {
            return instance.agent().tryAcquire("probe").isEmpty();
        } catch (IllegalStateException closing) {
            return true;
        }
    }

    private static String order(String body) throws Exception {
        String order = one.post("/orders", body).body();
        return Objects.requireNonNull(Document.parse(order).getString("id"));
    }

    private static List<Integer> together(int times, Call call) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Integer>> answers = Stream.of(one, other)
                    .flatMap(instance -> Stream.generate(() -> instance).limit(times))
                    .map(instance -> CompletableFuture.supplyAsync(() -> status(call, instance), threads))
                    .toList();
            return answers.stream().map(CompletableFuture::join).toList();
        }
    }

    private static int status(Call call, Instance instance) {
        try {
            return call.to(instance).statusCode();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Call {
        HttpResponse<String> to(Instance instance) throws Exception;
    }
}
