package io.lockkeeper.benchmark.worker;

import io.lockkeeper.peers.LockClient;
import io.lockkeeper.peers.Peer;
import java.util.ArrayList;
import java.util.List;

/** Clients beside the worker's own: what one costs to open, to keep, and to let wait. */
final class Agents {

    private final Peer peer;
    private final String address;
    private final List<LockClient> open = new ArrayList<>();

    Agents(Peer peer, String address) {
        this.peer = peer;
        this.address = address;
    }

    /** So many clients, each of which waits for a lock that is held elsewhere. */
    String waiting(int count) throws Exception {
        for (int i = open.size(); i < count; i++) {
            LockClient client = peer.open(address);
            String name = "kept-" + i;
            open.add(client);
            Thread.ofVirtual().start(() -> await(client, name));
        }
        return "";
    }

    /** Nanoseconds to open a client, and to its first grant. */
    String open() throws Exception {
        long start = System.nanoTime();
        try (LockClient client = peer.open(address)) {
            long opened = System.nanoTime() - start;
            client.prepare(List.of("first"));
            long asked = System.nanoTime();
            client.acquire("first").release();
            return opened + " " + (System.nanoTime() - asked);
        }
    }

    /** Bytes of heap that each of so many idle clients keeps. */
    String heap(int count) throws Exception {
        long before = used();
        List<LockClient> idle = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            idle.add(peer.open(address));
        }
        long bytes = (used() - before) / count;
        for (LockClient each : idle) {
            each.close();
        }
        return Long.toString(bytes);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Ends with the process. */
    private static void await(LockClient client, String name) {
        try {
            client.acquire(name).release();
        } catch (Exception ended) {
            Thread.currentThread().interrupt();
        }
    }
}
