package io.lockkeeper.benchmark.worker;

import io.lockkeeper.peers.LockClient;
import io.lockkeeper.peers.LockClient.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Many locks that are held for long. */
final class Leases {

    private static final int THREADS = 64;

    private final LockClient client;
    private final List<Held> kept = new ArrayList<>();

    Leases(LockClient client) {
        this.client = client;
    }

    String keep(int count) throws Exception {
        List<Callable<Held>> grants = IntStream.range(0, count)
                .mapToObj(i -> (Callable<Held>) () -> client.acquire("kept-" + i))
                .toList();
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Held> grant : pool.invokeAll(grants)) {
                kept.add(grant.get());
            }
        }
        return "";
    }

    /** How many are held still. */
    String kept() {
        return Long.toString(kept.stream().filter(Held::isHeld).count());
    }

    /** Forgets them: they end with the process, or are released by {@code close}. */
    String drop() {
        kept.clear();
        return "";
    }
}
