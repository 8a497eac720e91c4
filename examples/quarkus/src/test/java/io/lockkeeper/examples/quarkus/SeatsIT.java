package io.lockkeeper.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.examples.quarkus.Seats.Row;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service on Quarkus, and another instance beside it. */
@QuarkusTest
@QuarkusTestResource(TestMongoDb.class)
class SeatsIT {

    private static final Row ROW = new Row("red", 7);

    @Inject
    Seats seats;

    @Inject
    MongoClient client;

    private LockAgent other;

    @BeforeEach
    void connect() {
        other = LockAgent.connect(client, "shop", AgentOptions.forService("seats").withInstance("other"));
    }

    @AfterEach
    void close() {
        other.close();
    }

    @Test
    void aSaleRunsUnderTheLockOfItsRow() throws Exception {
        assertThat(seats.sell(ROW, () -> CurrentLease.get().name())).isEqualTo("seats-red-7");
        assertThat(other.heldBy("seats-red-7")).isEmpty();
    }

    @Test
    void aSaleWaitsForThatOfAnotherInstance() throws Exception {
        CompletableFuture<Boolean> sale;
        try (Lease held = other.acquire("seats-red-7")) {
            sale = CompletableFuture.supplyAsync(() -> isReleasedWhenSold(held));
            await().until(() -> isQueuedFor("seats-red-7"));
            assertThat(sale).isNotDone();
        }
        assertThat(sale.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatASaleThrowsPasses() {
        IOException failure = new IOException("printer on fire");
        assertThatThrownBy(() -> seats.sell(ROW, () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(other.heldBy("seats-red-7")).isEmpty();
    }

    @Test
    void theCountIsSkippedWhileAnotherInstanceCounts() throws Exception {
        assertThat(seats.count()).contains("seats-count");
        try (Lease held = other.acquire("seats-count")) {
            assertThat(held.isHeld()).isTrue();
            assertThat(seats.count()).isEmpty();
        }
    }

    /** Weld does not: see the guide. */
    @Test
    void quarkusInterceptsCallsOfTheClassItself() throws Exception {
        assertThat(seats.sellTwice(ROW)).isEqualTo("seats-red-7, seats-red-7");
    }

    private boolean isReleasedWhenSold(Lease held) {
        try {
            return seats.sell(ROW, () -> !held.isHeld());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isQueuedFor(String lock) {
        return client.getDatabase("shop")
                        .getCollection("locks")
                        .countDocuments(Filters.and(Filters.eq("_id", lock), Filters.ne("queue", List.of())))
                > 0;
    }
}
