package io.lockkeeper.faults.peer;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * Curator's mutex, kept by a session of 30 s, with the listener that its documents ask for: while the connection is suspended, a
 * holder cannot be certain and stops; reconnected, it continues; after the session was lost, the lock is.
 */
final class CuratorLocks implements PeerLocks {

    private static final int SESSION_MILLIS = 30_000;
    private static final int CONNECTION_MILLIS = 15_000;
    private static final int FIRST_PAUSE_MILLIS = 1_000;
    private static final int RETRIES = 3;

    private final CuratorFramework curator;
    /** One for all callers of a lock, as Curator's documents say. */
    private final Map<String, InterProcessMutex> mutexes = new ConcurrentHashMap<>();

    CuratorLocks(String address) {
        curator = CuratorFrameworkFactory.newClient(
                address, SESSION_MILLIS, CONNECTION_MILLIS, new ExponentialBackoffRetry(FIRST_PAUSE_MILLIS, RETRIES));
        curator.start();
    }

    @Override
    public HeldLock acquire(String lock, Consumer<String> told) throws Exception {
        InterProcessMutex mutex =
                mutexes.computeIfAbsent(lock, each -> new InterProcessMutex(curator, "/locks/" + each));
        Held held = new Held(mutex, told);
        curator.getConnectionStateListenable().addListener(held);
        try {
            mutex.acquire();
            held.granted = true;
            return held;
        } finally {
            if (!held.granted) {
                curator.getConnectionStateListenable().removeListener(held);
            }
        }
    }

    @Override
    public void close() {
        curator.close();
    }

    private final class Held implements HeldLock, ConnectionStateListener {
        private final InterProcessMutex mutex;
        private final Consumer<String> told;
        private volatile boolean granted;
        private volatile boolean suspended;
        private volatile boolean lost;

        Held(InterProcessMutex mutex, Consumer<String> told) {
            this.mutex = mutex;
            this.told = told;
        }

        @Override
        public void stateChanged(CuratorFramework client, ConnectionState state) {
            suspended = !state.isConnected();
            if (granted && suspended) {
                lost = lost || state == ConnectionState.LOST;
                told.accept(state.name());
            }
        }

        @Override
        public OptionalLong token() {
            return OptionalLong.empty();
        }

        @Override
        public boolean isHeld() {
            return !suspended && !lost && mutex.isOwnedByCurrentThread();
        }

        @Override
        public boolean release() throws Exception {
            curator.getConnectionStateListenable().removeListener(this);
            mutex.release();
            return !lost;
        }
    }
}
