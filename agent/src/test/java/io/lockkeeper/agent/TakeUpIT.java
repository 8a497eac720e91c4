package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An agent goes on with what a process before it has asked for; a call of that one may still land. */
class TakeUpIT {

    private static final LockRequest JOB =
            LockRequest.of("job").withTtl(Duration.ofMinutes(5)).withLongestWait(Duration.ofSeconds(60));
    private static final String BEFORE = "before.1";
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    private final TestAgents agents = new TestAgents(MongoServer.shared().client());

    private final Succession next = Succession.of(agents.agent("host-agent"));
    private final LockAgent other = agents.agent("billing");

    @AfterEach
    void close() {
        next.agent().close();
        other.close();
    }

    @Test
    void aLeaseIsTouchedAndGoesOn() throws Exception {
        land(BEFORE);
        Lease lease = next.lease(JOB, BEFORE).get(30, TimeUnit.SECONDS);
        assertThat(lease.isHeld()).isTrue();
        assertThat(other.tryAcquire("job")).isEmpty();
        assertThat(lease.release()).isTrue();
        assertThat(other.tryAcquire("job")).isPresent();
    }

    @Test
    void aLeaseThatIsNotThereIsLostAndIsNotEnqueued() {
        assertThatThrownBy(() -> next.lease(JOB, BEFORE).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(LeaseLostException.class);
        assertThat(other.tryAcquire("job")).isPresent();
    }

    @Test
    void aReleaseThatIsSaidAgainSaysWhetherItWasHeldUntilTheFirst() throws Exception {
        for (boolean landed : List.of(true, false)) {
            land(BEFORE);
            long token = agents.stored("job").holders().getFirst().token();
            if (landed) {
                Change change = Settle.change(new Ask.Remove(new LockName("job"), BEFORE), "before:2");
                locks().findOneAndUpdate(change.filter(), change.pipeline(), change.options());
            }
            assertThat(next.release(JOB, BEFORE, token).get(30, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(next.release(JOB, BEFORE, token + 1).get(30, TimeUnit.SECONDS))
                    .isFalse();
            agents.awaitIdle("job");
        }
    }

    /** Also after it was released here: the first enqueue may have been a repeated one. */
    @Test
    void anEnqueueThatLandsLateIsRemoved() throws Exception {
        next.remove(JOB, BEFORE);
        land(BEFORE);
        other.acquire(LockRequest.of("job").withLongestWait(LONG)).close();
        land("before.2");
        assertThat(next.lease(JOB, "before.2").get(30, TimeUnit.SECONDS).release())
                .isTrue();
        land("before.2");
        other.acquire(LockRequest.of("job").withLongestWait(LONG)).close();
    }

    @Test
    void aWaitKeepsItsPlace() throws Exception {
        Lease held = other.acquire("job");
        land(BEFORE);
        CompletableFuture<Lease> behind = other.acquireAsync(LockRequest.of("job"));
        CompletableFuture<Lease> wait = next.wait(JOB, BEFORE);
        await().atMost(LONG).until(() -> agents.stored("job").queue().size() == 2);
        held.close();
        Lease granted = wait.get(60, TimeUnit.SECONDS);
        assertThat(agents.stored("job").holders().getFirst().acquirer()).isEqualTo(BEFORE);
        granted.close();
        behind.get(60, TimeUnit.SECONDS).close();
    }

    /** Whichever of them is gone on with first: a release touches the one that is next, so that none waits for its heartbeat. */
    @Test
    void waitsAreServedInTheOrderOfTheirPlaces() throws Exception {
        Lease held = other.acquire("job");
        List<String> order = List.of("before.1", "before.2", "before.3");
        order.forEach(this::land);
        List<CompletableFuture<Lease>> waits = new ArrayList<>();
        for (String acquirer : List.of("before.2", "before.3", "before.1")) {
            waits.add(next.wait(JOB, acquirer));
            await().atMost(LONG).until(() -> next.agent().monitor().waiters().size() == waits.size());
        }
        held.close();
        for (CompletableFuture<Lease> each : List.of(waits.get(2), waits.get(0), waits.get(1))) {
            each.get(60, TimeUnit.SECONDS).close();
        }
    }

    @Test
    void aWaitThatLostItsPlaceWaitsAsAnother() throws Exception {
        Lease held = other.acquire("job");
        land(BEFORE);
        CompletableFuture<Lease> wait = next.wait(JOB, BEFORE);
        await().atMost(LONG).until(() -> next.agent().monitor().waiters().size() == 1);
        locks().updateOne(Filters.eq("job"), Updates.pull("queue", new BsonDocument()));
        await().atMost(LONG).until(() -> !agents.stored("job").queue().isEmpty());
        assertThat(agents.stored("job").queue())
                .noneMatch(waiter -> waiter.acquirer().equals(BEFORE));
        held.close();
        wait.get(60, TimeUnit.SECONDS).close();
    }

    /** An enqueue of the process before. */
    private void land(String acquirer) {
        Owner owner = new Owner("before", "host-agent", "", "vm", 1, "", "");
        Request request = Request.exclusive(acquirer, Duration.ofMinutes(5), owner);
        Change change = Settle.change(new Ask.Enqueue(new LockName("job"), request, 0), "before:1");
        locks().findOneAndUpdate(change.filter(), change.pipeline(), change.options());
    }

    private MongoCollection<BsonDocument> locks() {
        return agents.locks();
    }
}
