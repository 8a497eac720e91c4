package io.lockkeeper.spring.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.MongoServer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

@Timeout(60)
class ReactiveLocksIT {

    private static final LockRequest REPORT = LockRequest.of("report");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LockAgent agent =
            LockAgent.connect(MongoServer.shared().client(), database.getName(), AgentOptions.forService("orders"));
    private final ReactiveLocks locks = new ReactiveLocks(agent);

    @AfterEach
    void drop() {
        agent.close();
        database.drop();
    }

    @Test
    void workIsDoneUnderTheLockAndItIsFreeAfterwards() {
        StepVerifier.create(locks.withLock(REPORT, lease -> Mono.just(lease.isHeld())))
                .expectNext(true)
                .verifyComplete();
        assertThat(agent.heldBy("report")).isEmpty();
    }

    @Test
    void workThatFailsOrIsCancelledFreesTheLockToo() {
        StepVerifier.create(locks.withLock(REPORT, lease -> Mono.error(new IllegalStateException("staged"))))
                .verifyErrorMessage("staged");
        assertThat(agent.heldBy("report")).isEmpty();

        Disposable work = locks.withLock(REPORT, lease -> Mono.never()).subscribe();
        await().until(() -> !agent.heldBy("report").isEmpty());
        work.dispose();
        await().until(() -> agent.heldBy("report").isEmpty());
    }

    @Test
    void aLeaseThatIsLostIsAnError() {
        StepVerifier.create(locks.withLock(REPORT, lease -> {
                    agent.monitor().evict("report", lease.token(), "ann", "it hangs");
                    return Mono.just("done");
                }))
                .verifyError(LeaseLostException.class);
    }

    @Test
    void workOfManyResultsHoldsTheLockUntilItsLast() {
        Flux<Boolean> work =
                locks.withLockMany(REPORT, lease -> Flux.range(0, 3).map(page -> lease.isHeld()));
        StepVerifier.create(work).expectNext(true, true, true).verifyComplete();
        assertThat(agent.heldBy("report")).isEmpty();
    }

    @Test
    void workOfManyResultsThatFailsOrIsCancelledFreesTheLockToo() {
        StepVerifier.create(locks.withLockMany(REPORT, lease -> Flux.error(new IllegalStateException("staged"))))
                .verifyErrorMessage("staged");
        assertThat(agent.heldBy("report")).isEmpty();

        StepVerifier.create(locks.withLockMany(REPORT, lease -> Flux.just(1).concatWith(Flux.never()))
                        .take(1))
                .expectNext(1)
                .verifyComplete();
        await().until(() -> agent.heldBy("report").isEmpty());
    }

    @Test
    void aLeaseThatIsLostCancelsWorkThatHasBegun() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Flux<Long> pages = locks.withLockMany(
                REPORT,
                lease -> Flux.just(lease.token()).concatWith(Flux.never()).doOnCancel(() -> cancelled.set(true)));
        StepVerifier.create(pages)
                .consumeNextWith(token -> agent.monitor().evict("report", token, "ann", "it hangs"))
                .verifyError(LeaseLostException.class);
        await().untilTrue(cancelled);
    }

    @Test
    void aLeaseThatIsLostEndsWorkOfManyResultsAtOnce() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Flux<Long> pages = locks.withLockMany(
                REPORT,
                lease -> Flux.<Long>never()
                        .doOnCancel(() -> cancelled.set(true))
                        .doOnSubscribe(begun -> agent.monitor().evict("report", lease.token(), "ann", "it hangs")));
        StepVerifier.create(pages).verifyError(LeaseLostException.class);
        await().untilTrue(cancelled);
    }

    @Test
    void aLockThatIsHeldIsAnEmptyAnswer() throws InterruptedException {
        try (Lease held = agent.acquire(REPORT)) {
            StepVerifier.create(locks.tryAcquire(REPORT)).verifyComplete();
            assertThat(held.isHeld()).isTrue();
        }
        StepVerifier.create(locks.tryAcquire(REPORT).flatMap(locks::release))
                .expectNext(true)
                .verifyComplete();
    }

    @Test
    void aThreadThatMustNotBlockDoesNot() {
        Mono<Boolean> work = locks.withLock(REPORT, lease -> Mono.just(Schedulers.isInNonBlockingThread()))
                .subscribeOn(Schedulers.parallel());
        StepVerifier.create(work).expectNext(false).verifyComplete();
    }
}
