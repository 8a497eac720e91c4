package io.lockkeeper.testing;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Locks without MongoDB, for agents that keep the same contract: waiting in order, renewal, expiry, eviction, tokens. Agents of
 * several services share them, as processes share a database.
 *
 * <pre>{@code
 * @RegisterExtension
 * final InMemoryLocks locks = new InMemoryLocks();
 *
 * LockAgent agent = locks.agent("billing");
 *
 * @Test
 * void aReportThatTakesTooLongIsStopped() {
 *     report.start(agent);
 *     locks.disconnect();                               // nothing is renewed from now on
 *     locks.clock().advance(Duration.ofMinutes(1));
 *     await().until(report::isStopped);
 * }
 * }</pre>
 *
 * <p>As an extension it {@linkplain #reset() resets} itself after each test. Safe for use by any number of threads.
 */
public final class InMemoryLocks implements AutoCloseable, AfterEachCallback {

    /** By agent, for code that has only the agent. */
    private static final Map<LockAgent, InMemoryLocks> LOCKS = Collections.synchronizedMap(new WeakHashMap<>());

    private final TestClock clock;
    private final MemoryStore memory;
    private final LockStore store;
    private final List<LockAgent> agents = new CopyOnWriteArrayList<>();
    private final AtomicLong operations = new AtomicLong();

    private InMemoryLocks(TestClock clock, boolean open) {
        this.clock = clock;
        this.memory = new MemoryStore(clock);
        this.store = open ? new OpenStore(memory) : memory;
    }

    /** Locks by a running clock that you can advance. */
    public InMemoryLocks() {
        this(TestClock.running());
    }

    /** Locks by that clock, which nothing else uses. */
    public InMemoryLocks(TestClock clock) {
        this(clock, false);
    }

    /** Locks that grant every request at once, as if there were no others; see {@link DisableLocks}. */
    public static InMemoryLocks disabled() {
        return new InMemoryLocks(TestClock.running(), true);
    }

    /** An agent of that service with the default options. Closed by {@link #reset()}. */
    public LockAgent agent(String service) {
        return agent(AgentOptions.forService(service));
    }

    /** An agent. Options about the server are ignored. Closed by {@link #reset()}. */
    public LockAgent agent(AgentOptions options) {
        LockAgent agent = LockAgent.on(store, options, clock);
        agents.add(agent);
        LOCKS.put(agent, this);
        return agent;
    }

    public TestClock clock() {
        return clock;
    }

    /** The lock as its document would show it, with expired entries that are not settled yet; empty if it was never used. */
    public Optional<LockDocument> lock(String name) {
        return memory.documents().stream()
                .filter(lock -> lock.name().equals(name))
                .findFirst();
    }

    /** The names of all locks that are held or waited for. */
    public List<String> inUse() {
        return memory.documents().stream()
                .filter(lock -> !lock.isIdle())
                .map(LockDocument::name)
                .sorted()
                .toList();
    }

    /**
     * Does what an operator does in the console: the holder is notified at its next renewal, a third of its ttl later by the clock at most, and has
     * the quarantine to stop.
     *
     * @throws IllegalStateException if the lock has no holder
     */
    public void evict(String name, String by, String reason, Duration quarantine) {
        Holder seen = holder(name);
        operate(name, (lock, call) -> lock.evict(seen.acquirer(), seen.token(), by, reason, quarantine, call));
    }

    /**
     * Does what an operator does where a process is known to be dead: the lock is free at once. A holder that is not dead is notified at its next
     * renewal.
     *
     * @throws IllegalStateException if the lock has no holder
     */
    public void evictNow(String name, String by, String reason) {
        Holder seen = holder(name);
        operate(name, (lock, call) -> lock.evictNow(seen.acquirer(), seen.token(), by, reason, call));
    }

    /** Disconnects all agents, as if MongoDB were away. Holders lose their leases at their deadlines. */
    public void disconnect() {
        memory.out(true);
    }

    /** Agents reach the locks again. */
    public void reconnect() {
        memory.out(false);
    }

    /** Deletes all locks, as if by hand: holders are notified at their next renewal. */
    public void deleteAll() {
        memory.clear();
    }

    /** Closes all agents, reconnects, and forgets all locks. The clock stays where it is. */
    public void reset() {
        reconnect();
        agents.forEach(LockAgent::close);
        agents.clear();
        clock.forget();
        memory.clear();
    }

    @Override
    public void close() {
        reset();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        reset();
    }

    /** Forgets all locks of that agent, if they are in memory, and leaves it open. */
    static void forget(LockAgent agent) {
        Optional.ofNullable(LOCKS.get(agent)).ifPresent(InMemoryLocks::deleteAll);
    }

    private Holder holder(String name) {
        return lock(name).stream()
                .flatMap(lock -> lock.holders().stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Lock \"%s\" has no holder".formatted(name)));
    }

    private void operate(String name, BiConsumer<LockModel, LockModel.Call> change) {
        var unused = memory.change(name, "operator:" + operations.incrementAndGet(), change);
    }

    @Override
    public String toString() {
        return "InMemoryLocks[%s, in use: %s]".formatted(clock, inUse());
    }
}
