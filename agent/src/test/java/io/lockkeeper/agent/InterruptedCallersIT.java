package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callers that are interrupted while many others of their agent acquire and release locks. */
@Timeout(120)
class InterruptedCallersIT {

    private static final int CALLERS = 32;
    private static final int INTERRUPTS = 30;
    private static final long BETWEEN_INTERRUPTS = 100_000_000;

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final CountedClient client = new CountedClient();
    private final AtomicInteger unknown = new AtomicInteger();
    private final AtomicInteger grants = new AtomicInteger();
    private final LockAgent agent =
            agents.agent(client.client(), TestAgents.options("billing").withObserver(new LockObserver() {
                @Override
                public void outcomeUnknown(Exception cause) {
                    unknown.incrementAndGet();
                }
            }));
    private volatile boolean ended;

    @AfterEach
    void closeClient() {
        agent.close();
        client.close();
    }

    /** A batch is sent by a thread of the agent, so an interrupt concerns the call of its own caller alone. */
    @Test
    void anInterruptLeavesTheOutcomeOfNoOtherCallerUnknown() throws InterruptedException {
        List<Thread> callers = IntStream.range(0, CALLERS)
                .mapToObj(i -> Thread.ofPlatform().daemon().start(() -> use("lock-" + i)))
                .toList();
        for (int i = 0; i < INTERRUPTS; i++) {
            LockSupport.parkNanos(BETWEEN_INTERRUPTS);
            callers.get(ThreadLocalRandom.current().nextInt(CALLERS)).interrupt();
        }
        ended = true;
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(grants).hasPositiveValue();
        assertThat(unknown)
                .as(
                        "calls of unknown outcome after %d interrupts; %d commands for %d grants",
                        INTERRUPTS, client.commands().size(), grants.get())
                .hasValueLessThanOrEqualTo(INTERRUPTS);
    }

    private void use(String lock) {
        while (!ended) {
            try {
                agent.tryAcquire(lock).ifPresent(lease -> {
                    grants.incrementAndGet();
                    lease.close();
                });
            } catch (LockUnavailableException e) {
                assertThat(Thread.interrupted()).as("was interrupted").isTrue();
            }
        }
    }
}
