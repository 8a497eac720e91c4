package io.lockkeeper.benchmark.peer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.jspecify.annotations.Nullable;

/** Curator's mutex: in order, kept alive by the session. */
final class CuratorClient implements LockClient {

    private static final int FIRST_PAUSE_MILLIS = 1_000;
    private static final int RETRIES = 3;

    private final CuratorFramework curator;
    private final Map<String, InterProcessMutex> locks = new ConcurrentHashMap<>();

    CuratorClient(String address) {
        curator = CuratorFrameworkFactory.newClient(address, new ExponentialBackoffRetry(FIRST_PAUSE_MILLIS, RETRIES));
        curator.start();
    }

    @Override
    public Held acquire(String name) throws Exception {
        InterProcessMutex lock = lock(name);
        lock.acquire();
        return lock::release;
    }

    @Override
    public @Nullable Held attempt(String name) throws Exception {
        InterProcessMutex lock = lock(name);
        return lock.acquire(0, TimeUnit.MILLISECONDS) ? lock::release : null;
    }

    @Override
    public void close() {
        curator.close();
    }

    private InterProcessMutex lock(String name) {
        return locks.computeIfAbsent(name, each -> new InterProcessMutex(curator, "/locks/" + each));
    }
}
