package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockkeeper.model.LockDocument;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Locks that have permits left, and as many holders as their documents take. */
@Timeout(120)
class FullLocksIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent("billing");

    static Stream<LockRequest> requestsThatMoreCouldShare() {
        return Stream.of(LockRequest.permits("s", 1, 1000), LockRequest.reading("s"));
    }

    @ParameterizedTest
    @MethodSource("requestsThatMoreCouldShare")
    void whatComesThenHearsWhyItIsRefusedHoweverItAsks(LockRequest one) {
        List<Lease> all = takeAll(one);

        isToldTheBound(() -> agent.tryAcquire(one));
        isToldTheBound(() -> agent.attempt(one));
        isToldTheBound(() -> agent.acquire(one));
        isToldTheBound(() -> agent.tryAcquireAll(List.of(LockRequest.of("other"), one)));
        assertThat(agent.tryAcquire("other"))
                .as("nothing is held of a set that failed")
                .isPresent();

        assertThat(all.getFirst().release()).isTrue();
        assertThat(agent.tryAcquire(one)).isPresent();
    }

    private static void isToldTheBound(ThrowingCallable request) {
        assertThatExceptionOfType(QueueFullException.class)
                .isThrownBy(request)
                .withMessageContaining("500 hold it and 0 wait, and its document takes 500 of both together")
                .withMessageContaining("although its capacity has room");
    }

    private List<Lease> takeAll(LockRequest one) {
        return IntStream.range(0, LockDocument.MAX_ENTRIES)
                .mapToObj(i -> agent.tryAcquire(one).orElseThrow())
                .toList();
    }
}
