package io.lockkeeper.peers;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.jspecify.annotations.Nullable;

/**
 * Curator's mutex: in order, kept by a session of 30 s, with the listener that its documents ask for: while the connection is suspended, a
 * holder cannot be certain and stops; reconnected, it continues; after the session was lost, the lock is.
 */
final class CuratorClient implements LockClient {

    private static final int SESSION_MILLIS = 30_000;
    private static final int CONNECTION_MILLIS = 15_000;
    private static final int FIRST_PAUSE_MILLIS = 1_000;
    private static final int RETRIES = 3;

    private final CuratorFramework curator;
    /** One for all callers of a lock, as Curator's documents say. */
    private final Map<String, InterProcessMutex> mutexes = new ConcurrentHashMap<>();

    CuratorClient(String address) {
        curator = CuratorFrameworkFactory.newClient(
                address, SESSION_MILLIS, CONNECTION_MILLIS, new ExponentialBackoffRetry(FIRST_PAUSE_MILLIS, RETRIES));
        curator.start();
    }

    /** A way to ask for the mutex; whether it was granted. */
    private interface Asking {
        boolean ask(InterProcessMutex mutex) throws Exception;
    }

    @Override
    public Held acquire(String name) throws Exception {
        Held held = held(name, mutex -> {
            mutex.acquire();
            return true;
        });
        if (held == null) {
            throw new IllegalStateException("Curator waits until a lock is granted");
        }
        return held;
    }

    @Override
    public @Nullable Held attempt(String name) throws Exception {
        return held(name, mutex -> mutex.acquire(0, TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
        curator.close();
    }

    private @Nullable Held held(String name, Asking asking) throws Exception {
        InterProcessMutex mutex =
                mutexes.computeIfAbsent(name, each -> new InterProcessMutex(curator, "/locks/" + each));
        Watched held = new Watched(mutex);
        curator.getConnectionStateListenable().addListener(held);
        try {
            held.granted = asking.ask(mutex);
            return held.granted ? held : null;
        } finally {
            if (!held.granted) {
                curator.getConnectionStateListenable().removeListener(held);
            }
        }
    }

    private final class Watched implements Held, ConnectionStateListener {
        private final InterProcessMutex mutex;
        private volatile Consumer<String> told = why -> {};
        private volatile boolean granted;
        private volatile boolean suspended;
        private volatile boolean lost;

        Watched(InterProcessMutex mutex) {
            this.mutex = mutex;
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
        public void onLoss(Consumer<String> listener) {
            told = listener;
        }

        @Override
        public boolean isHeld() {
            return !suspended && !lost && mutex.isAcquiredInThisProcess();
        }

        @Override
        public boolean release() throws Exception {
            curator.getConnectionStateListenable().removeListener(this);
            mutex.release();
            return !lost;
        }
    }
}
