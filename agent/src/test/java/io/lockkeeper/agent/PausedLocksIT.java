package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.Pause;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an agent does while an operator has paused a lock. */
@Timeout(60)
class PausedLocksIT {

    private static final Duration AN_HOUR = Duration.ofHours(1);
    /** Well before a waiter's next touch, by which it would notice without more. */
    private static final int AT_ONCE = 8;

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("one");
    private final LockAgent other = agents.agent("other");

    @Test
    void itsHolderRenewsAndReleasesAndATryIsToldWhoPausedItAndWhy() throws InterruptedException {
        Lease lease = one.acquire("report");
        agents.pause("report", AN_HOUR);

        lease.renew();
        assertThat(lease.release()).isTrue();
        Attempt attempt = one.attempt(LockRequest.of("report"));

        assertThat(attempt)
                .asInstanceOf(type(Attempt.Refused.class))
                .satisfies(refused -> assertThat(refused.heldBy()).isEmpty())
                .satisfies(refused -> assertThat(refused.waiting()).isZero())
                .extracting(refused -> refused.pause().orElseThrow())
                .satisfies(PausedLocksIT::isOfAnn);
    }

    @Test
    void whoWaitsTooLongHearsOfThePause() throws InterruptedException {
        one.acquire("report").close();
        agents.pause("report", AN_HOUR);

        assertThatThrownBy(() -> other.acquire(LockRequest.of("report").withLongestWait(Duration.ofMillis(500))))
                .hasMessageContaining("paused by ann until ")
                .hasMessageContaining("the database is moved")
                .asInstanceOf(type(LockNotAcquiredException.class))
                .satisfies(e -> isOfAnn(e.pause().orElseThrow()));
        await().until(() -> agents.stored("report").queue().isEmpty());
    }

    @Test
    void whoWaitsIsGrantedTheLockAsSoonAsThePauseEndsByItself() throws Exception {
        one.acquire("report").close();
        agents.pause("report", Duration.ofSeconds(2));
        CompletableFuture<Lease> waits = other.acquireAsync(LockRequest.of("report"));
        assertThat(one.tryAcquire("report")).isEmpty();

        waits.get(AT_ONCE, TimeUnit.SECONDS).close();
    }

    @Test
    void whoWaitsIsGrantedTheLockAsSoonAsAnOperatorEndsThePause() throws Exception {
        one.acquire("report").close();
        agents.pause("report", AN_HOUR);
        CompletableFuture<Lease> waits = other.acquireAsync(LockRequest.of("report"));
        await().until(() -> agents.stored("report").queue().size() == 1);

        agents.resume("report");

        waits.get(AT_ONCE, TimeUnit.SECONDS).close();
        one.acquire("report").close();
    }

    private static void isOfAnn(Pause pause) {
        assertThat(pause.by()).isEqualTo("ann");
        assertThat(pause.reason()).isEqualTo("the database is moved");
    }
}
