package io.lockkeeper.agent;

import io.lockkeeper.model.LockDocument;
import io.lockkeeper.testing.InMemoryLocks;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Agents on locks in memory. */
final class MemoryWorld implements LockWorld {

    private final InMemoryLocks locks = new InMemoryLocks();

    @Override
    public LockAgent agent(String service) {
        return locks.agent(TestAgents.options(service));
    }

    @Override
    public LockDocument stored(String name) {
        return locks.lock(name).orElseThrow(() -> new AssertionError("No document of lock " + name));
    }

    @Override
    public LockDocument evict(String name, Duration quarantine) {
        locks.evict(name, "ann", "hung on a dead peer", quarantine);
        return stored(name);
    }

    @Override
    public LockDocument evictNow(String name) {
        locks.evictNow(name, "ann", "its host burnt down");
        return stored(name);
    }

    @Override
    public void deleteAll() {
        locks.deleteAll();
    }

    @Override
    public long held() {
        return locks.inUse().size();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        locks.close();
    }
}
