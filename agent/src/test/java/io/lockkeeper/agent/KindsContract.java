package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.acquireLater;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is particular to locks that several holders share. */
@Timeout(60)
abstract class KindsContract {

    @RegisterExtension
    private final LockWorld agents = world();

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent("mail");

    LockWorld world() {
        return new TestAgents();
    }

    @Test
    void readersShareAndAWriterIsAlone() throws Exception {
        Lease reader = one.acquire(LockRequest.reading("catalogue"));
        Lease second = other.acquire(LockRequest.reading("catalogue"));
        assertThat(other.tryAcquire(LockRequest.writing("catalogue"))).isEmpty();
        CompletableFuture<Lease> writer = acquireLater(other, LockRequest.writing("catalogue"));
        agents.awaitWaiters("catalogue", 1);

        reader.close();
        assertThat(writer).isNotDone();
        second.close();

        try (Lease writing = writer.get(30, TimeUnit.SECONDS)) {
            assertThat(writing.token()).isGreaterThan(second.token());
            assertThat(one.tryAcquire(LockRequest.reading("catalogue"))).isEmpty();
        }
    }

    @Test
    void aReaderThatComesAfterAWaitingWriterWaitsBehindIt() throws Exception {
        Lease reader = one.acquire(LockRequest.reading("catalogue"));
        CompletableFuture<Lease> writer = acquireLater(other, LockRequest.writing("catalogue"));
        agents.awaitWaiters("catalogue", 1);
        assertThat(one.tryAcquire(LockRequest.reading("catalogue"))).isEmpty();
        CompletableFuture<Lease> late = acquireLater(one, LockRequest.reading("catalogue"));
        agents.awaitWaiters("catalogue", 2);

        reader.close();
        Lease writing = writer.get(30, TimeUnit.SECONDS);
        assertThat(late).isNotDone();
        writing.close();
        late.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aWriterGoesOverToReadingWithoutLettingGo() throws Exception {
        Lease writer = one.acquire(LockRequest.writing("catalogue"));
        CompletableFuture<Lease> reader = acquireLater(other, LockRequest.reading("catalogue"));
        agents.awaitWaiters("catalogue", 1);

        writer.downgrade();
        writer.downgrade();

        try (Lease reading = reader.get(30, TimeUnit.SECONDS)) {
            assertThat(writer.isHeld()).isTrue();
            assertThat(reading.isHeld()).isTrue();
            assertThat(agents.stored("catalogue").holders()).hasSize(2);
            assertThat(other.tryAcquire(LockRequest.writing("catalogue"))).isEmpty();
        }
        assertThat(writer.release()).isTrue();
    }

    @Test
    void onlyAWriterCanGoOverToReading() throws InterruptedException {
        try (Lease reader = one.acquire(LockRequest.reading("catalogue"));
                Lease exclusive = one.acquire("report")) {
            assertThatIllegalStateException().isThrownBy(reader::downgrade).withMessageContaining("catalogue");
            assertThatIllegalStateException().isThrownBy(exclusive::downgrade).withMessageContaining("report");
        }
    }

    @Test
    void asManyPermitsAreHeldAsThereAreAndTheNextWaits() throws Exception {
        List<Lease> held = new ArrayList<>();
        held.add(one.acquire(LockRequest.permits("licences", 2, 3)));
        held.add(other.acquire(LockRequest.permits("licences", 1, 3)));
        CompletableFuture<Lease> next = acquireLater(other, LockRequest.permits("licences", 2, 3));
        agents.awaitWaiters("licences", 1);

        held.removeLast().close();
        assertThat(next).isNotDone();
        held.removeLast().close();
        next.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void anotherCapacityThanTheOneInUseIsAnErrorThatNamesBoth() throws InterruptedException {
        try (Lease lease = one.acquire(LockRequest.permits("licences", 1, 3))) {
            assertThatExceptionOfType(CapacityMismatchException.class)
                    .isThrownBy(() -> other.tryAcquire(LockRequest.permits("licences", 1, 4)))
                    .withMessageContaining("3")
                    .withMessageContaining("4")
                    .satisfies(e -> assertThat(e.inUse()).isEqualTo(3))
                    .satisfies(e -> assertThat(e.asked()).isEqualTo(4));
            assertThatExceptionOfType(CapacityMismatchException.class).isThrownBy(() -> other.acquire("licences"));
            assertThat(lease.isHeld()).isTrue();
        }
        other.acquire(LockRequest.permits("licences", 4, 4)).close();
    }

    @Test
    void permitsThatCanNeverBeHadAreRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.permits("licences", 4, 3))
                .withMessageContaining("4")
                .withMessageContaining("3");
        assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.permits("licences", 0, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.permits("licences", 1, 0));
    }
}
