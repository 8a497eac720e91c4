package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Work at the start of a service that one instance does at a time. */
@Timeout(60)
class LockedAtStartIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LockAgent other =
            LockAgent.connect(MongoServer.shared().client(), database.getName(), AgentOptions.forService("other"));
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void drop() {
        other.close();
        database.drop();
    }

    @Test
    void theWorkIsDoneUnderTheLockBeforeTheServiceHasStarted() {
        service(LockRequest.of("migration")).run(context -> {
            assertThat(done).containsExactly("migration by orders");
            assertThat(other.heldBy("migration")).isEmpty();
        });
    }

    @Test
    void theStartWaitsForTheInstanceThatIsAtIt() throws Exception {
        Lease held = other.acquire("migration");
        CompletableFuture<Void> start = CompletableFuture.runAsync(
                () -> service(LockRequest.of("migration")).run(context -> done.add("started")));
        await().until(() -> database.getCollection("locks").countDocuments(Filters.ne("queue", List.of())) == 1);
        assertThat(done).isEmpty();

        held.release();

        start.get(30, TimeUnit.SECONDS);
        assertThat(done).containsExactly("migration by orders", "started");
    }

    @Test
    void aServiceWhoseTurnDoesNotComeDoesNotStart() throws InterruptedException {
        try (Lease held = other.acquire("migration")) {
            service(LockRequest.of("migration").withLongestWait(Duration.ofMillis(50)))
                    .run(context -> assertThat(context).getFailure().isInstanceOf(LockNotAcquiredException.class));
            assertThat(held.isHeld()).isTrue();
            assertThat(done).isEmpty();
        }
    }

    private ApplicationContextRunner service(LockRequest request) {
        return Contexts.on(database)
                .withBean("request", LockRequest.class, () -> request)
                .withBean("done", Done.class, () -> this::work)
                .withBean(LockedAtStart.class);
    }

    private void work(Lease lease) {
        done.add("%s by %s"
                .formatted(
                        lease.name(),
                        other.heldBy("migration").getFirst().owner().service()));
    }

    interface Done extends java.util.function.Consumer<Lease> {}
}
