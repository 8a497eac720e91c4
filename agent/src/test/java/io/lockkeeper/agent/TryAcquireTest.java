package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a try leaves that the server answers only in part. */
@Timeout(60)
class TryAcquireTest {

    private static final Reply UNKNOWN = new Reply.Unknown(new IllegalStateException("time-out"));
    private static final Reply REFUSED = new Reply.Refused(new IllegalStateException("not authorized"));
    private static final Reply DONE = new Reply.Answered(Optional.empty(), true);

    private final Queue<Reply> replies = new ArrayDeque<>();
    private final List<Ask> asked = new CopyOnWriteArrayList<>();
    private final LockAgent agent = LockAgent.on(new Scripted(), AgentOptions.forService("billing"), Machine.JVM);

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void aTryThatIsRefusedAfterACallThatMayLandIsUndone() {
        replies.addAll(List.of(UNKNOWN, REFUSED));
        assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> agent.tryAcquire("report"));

        String acquirer = asked.getFirst().acquirer();
        await().untilAsserted(() -> assertThat(asked)
                .anySatisfy(ask -> assertThat(ask)
                        .isInstanceOf(Ask.Remove.class)
                        .extracting(Ask::acquirer)
                        .isEqualTo(acquirer)));
    }

    @Test
    void aTryThatIsRefusedAtOnceLeavesNothingToUndo() {
        replies.add(REFUSED);
        assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> agent.tryAcquire("report"));
        agent.close();

        assertThat(asked).hasOnlyElementsOfType(Ask.TryEnqueue.class);
    }

    private final class Scripted extends StubStore {
        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            asked.add(ask);
            Reply next = replies.poll();
            return next == null ? DONE : next;
        }

        @Override
        public void endAll(
                Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
            asked.addAll(removes);
        }
    }
}
