package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** What the agents do while the application is measured. */
enum AgentsState {
    /** They are connected. */
    IDLE {
        @Override
        void enter(List<LockAgent> agents) {}
    },
    /** Each holds a lock of its own. */
    HOLD {
        @Override
        void enter(List<LockAgent> agents) throws InterruptedException {
            for (int i = 0; i < agents.size(); i++) {
                var unused = agents.get(i).acquire("held-" + i);
            }
        }
    },
    /** The first holds a lock for each other, which waits for it. */
    WAIT {
        @Override
        void enter(List<LockAgent> agents) throws InterruptedException {
            for (int i = 1; i < agents.size(); i++) {
                var unusedLease = agents.getFirst().acquire("wanted-" + i);
                CompletableFuture<?> unused = agents.get(i).acquireAsync(LockRequest.of("wanted-" + i));
            }
        }
    },
    /** Each keeps the lease of an unused lock. */
    KEEP {
        @Override
        void enter(List<LockAgent> agents) throws InterruptedException {
            for (int i = 0; i < agents.size(); i++) {
                LockRequest own = LockRequest.of("kept-" + i).withKeep(Duration.ofMinutes(1));
                for (int use = 0; use < 3; use++) {
                    agents.get(i).acquire(own).close();
                }
            }
        }
    };

    abstract void enter(List<LockAgent> agents) throws InterruptedException;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
