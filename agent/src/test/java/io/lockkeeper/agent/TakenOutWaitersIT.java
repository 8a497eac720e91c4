package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.TakenOut;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the agent of a waiter does whom an operator takes out of the queue. */
@Timeout(60)
class TakenOutWaitersIT {

    /** Well before a waiter's next touch, by which it would notice without more. */
    private static final int AT_ONCE = 8;

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("one");
    private final LockAgent other = agents.agent("other");

    @Test
    void itsCallEndsAtOnceWithTheReasonAndIsNotAskedAgain() throws Exception {
        Lease held = one.acquire("report");
        CompletableFuture<Lease> first = other.acquireAsync(LockRequest.of("report"));
        await().until(() -> agents.stored("report").queue().size() == 1);
        CompletableFuture<Lease> second = one.acquireAsync(LockRequest.of("report"));
        await().until(() -> agents.stored("report").queue().size() == 2);

        agents.takeOutFirst("report");

        assertThatThrownBy(() -> first.get(AT_ONCE, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessageContaining("Lock \"report\" was not acquired: ann took the request out of the queue")
                .hasMessageContaining("it waits for the wrong lock")
                .asInstanceOf(type(TakenOutException.class))
                .satisfies(e -> isOfAnn(e.takenOut()));
        assertThat(held.release()).isTrue();
        Lease next = second.get(AT_ONCE, TimeUnit.SECONDS);
        assertThat(agents.stored("report").queue()).isEmpty();
        assertThat(next.release()).isTrue();
        other.acquire("report").close();
    }

    @Test
    void anotherCallerOfTheSameAgentTakesItsPlaceInTheQueue() throws Exception {
        Lease held = one.acquire("report");
        CompletableFuture<Lease> first = other.acquireAsync(LockRequest.of("report"));
        await().until(() -> agents.stored("report").queue().size() == 1);
        CompletableFuture<Lease> second = other.acquireAsync(LockRequest.of("report"));
        await().until(() -> agents.stored("report").waiting() == 2);

        agents.takeOutFirst("report");

        assertThatThrownBy(() -> first.get(AT_ONCE, TimeUnit.SECONDS)).hasCauseInstanceOf(TakenOutException.class);
        held.close();
        second.get(AT_ONCE, TimeUnit.SECONDS).close();
    }

    @Test
    void anAttemptThatWaitsForAKeptLeaseIsRefusedWithTheReason() throws Exception {
        LockAgent patient = agents.agent(TestAgents.options("patient").withRecallTime(Duration.ofSeconds(10)));
        agents.keepDeaf("report");
        CompletableFuture<Attempt> attempt =
                CompletableFuture.supplyAsync(() -> patient.attempt(LockRequest.of("report")));
        await().until(() -> agents.stored("report").queue().size() == 1);

        agents.takeOutFirst("report");

        assertThat(attempt.get(AT_ONCE, TimeUnit.SECONDS))
                .asInstanceOf(type(Attempt.Refused.class))
                .satisfies(refused -> isOfAnn(refused.takenOut().orElseThrow()));
    }

    private static void isOfAnn(TakenOut out) {
        assertThat(out.by()).isEqualTo("ann");
        assertThat(out.reason()).isEqualTo("it waits for the wrong lock");
    }
}
