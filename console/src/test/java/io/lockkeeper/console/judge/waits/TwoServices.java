package io.lockkeeper.console.judge.waits;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.test.MongoServer;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Two services with an agent and a thread each, which take two locks in opposite orders and so wait for each other. */
final class TwoServices implements AutoCloseable {

    private final CountDownLatch firstTaken = new CountDownLatch(2);
    private final CountDownLatch done = new CountDownLatch(2);
    private final List<LockAgent> agents;
    private final List<Thread> threads;
    private volatile boolean closed;

    TwoServices(Console console, String one, String other) {
        agents = List.of(agent(console, "billing"), agent(console, "shipping"));
        threads = List.of(
                new Thread(() -> work(agents.getFirst(), one, other), "biller"),
                new Thread(() -> work(agents.getLast(), other, one), "packer"));
        threads.forEach(Thread::start);
    }

    private static LockAgent agent(Console console, String service) {
        return LockAgent.connect(
                MongoServer.shared().client(),
                console.database().getName(),
                AgentOptions.forService(service).withInstance(service + "-1"));
    }

    /** Whose first lock is taken away stops, and starts again once its turn comes. */
    private void work(LockAgent agent, String first, String second) {
        boolean worked = false;
        while (!worked && !closed) {
            Thread self = Thread.currentThread();
            try (Lease lease = agent.acquire(first)) {
                lease.onLoss((lost, loss) -> self.interrupt());
                firstTaken.countDown();
                firstTaken.await();
                try (Lease inner = agent.acquire(second)) {
                    worked = inner.isHeld();
                }
            } catch (InterruptedException | LockException lostOrClosed) {
                worked = false;
            }
        }
        done.countDown();
    }

    boolean isDone() {
        return done.getCount() == 0;
    }

    @Override
    public void close() {
        closed = true;
        agents.forEach(LockAgent::close);
    }
}
