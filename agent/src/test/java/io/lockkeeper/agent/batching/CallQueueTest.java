package io.lockkeeper.agent.batching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallQueueTest {

    private final CallQueue<String, String> queue = new CallQueue<>();

    @Test
    void callsAreBoardedInTheirOrderAndThoseThatWereGivenUpAreNot() {
        PendingCall<String, String> first = add("a");
        PendingCall<String, String> left = add("b");
        PendingCall<String, String> last = add("c");
        assertThat(left.leave()).isTrue();

        assertThat(queue.board(0)).containsExactly(first, last);
        assertThat(queue.size()).isZero();
    }

    @Test
    void aCallThatWasGivenUpIsGoneWithTheNextBatch() {
        assertThat(add("a").leave()).isTrue();
        assertThat(queue.size()).as("until a batch finds it").isEqualTo(1);
        assertThat(queue.board(0)).isEmpty();
        assertThat(queue.size()).isZero();
    }

    @Test
    void aBatchTakesNoMoreThanFit() {
        IntStream.rangeClosed(0, CallQueue.MOST).forEach(i -> add("call-" + i));
        assertThat(queue.board(0)).hasSize(CallQueue.MOST);
        assertThat(queue.size()).isEqualTo(1);
    }

    private PendingCall<String, String> add(String call) {
        PendingCall<String, String> pending = new PendingCall<>(call, Duration.ofSeconds(1), 0);
        queue.add(pending);
        return pending;
    }
}
