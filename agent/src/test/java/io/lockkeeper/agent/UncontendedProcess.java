package io.lockkeeper.agent;

import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Acquires and releases one lock of a store in memory: what a debugger or the store itself then traces. */
final class UncontendedProcess {

    private UncontendedProcess() {}

    public static void main(String[] args) throws InterruptedException {
        try (LockAgent agent = agent(ask -> {})) {
            agent.acquire("report").close(); // loads the classes
            begin();
            Lease lease = agent.acquire("report");
            acquired();
            lease.close();
            released();
        }
    }

    /** The calls before the next of these three are traced. */
    static void begin() {}

    static void acquired() {}

    static void released() {}

    /** An agent whose store shows each ask to {@code seen}, on the thread that sends it. */
    static LockAgent agent(Consumer<Ask> seen) {
        return LockAgent.on(new Memory(seen), AgentOptions.forService("billing"), Machine.JVM);
    }

    /** The agent's own frames between its caller and its store. */
    static List<String> frames() {
        List<String> frames = new ArrayList<>();
        StackWalker.getInstance().forEach(frame -> {
            if (frame.getClassName().startsWith("io.lockkeeper.agent.") && !isOfTheTest(frame.getClassName())) {
                frames.add(frame.getClassName().replace("io.lockkeeper.agent.", "") + "." + frame.getMethodName());
            }
        });
        return frames.reversed();
    }

    /** Whether the class belongs to what traces. */
    static boolean isOfTheTest(String name) {
        return name.startsWith("io.lockkeeper.agent.Uncontended");
    }

    private static final class Memory extends StubStore {
        private final LockModel lock = new LockModel("report");
        private final Consumer<Ask> seen;

        Memory(Consumer<Ask> seen) {
            this.seen = seen;
        }

        @Override
        public synchronized Reply apply(Ask ask, String stamp, Duration timeout) {
            seen.accept(ask);
            Instant now = Instant.now();
            lock.apply(ask, new LockModel.Call(now, stamp));
            return new Reply.Answered(lock.document().map(document -> new Snapshot(document, now)), true);
        }
    }
}
