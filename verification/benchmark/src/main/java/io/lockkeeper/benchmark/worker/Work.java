package io.lockkeeper.benchmark.worker;

import io.lockkeeper.peers.LockClient;
import io.lockkeeper.peers.LockClient.Held;
import io.lockkeeper.peers.Peer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The orders that a worker process knows. */
final class Work implements AutoCloseable {

    private final Peer peer;
    private final String address;
    private final LockClient client;
    private final Deque<Held> held = new ArrayDeque<>();
    private final Leases leases;
    private final Agents agents;
    private @Nullable BareBulk bulk;
    private @Nullable KeptLock keptLock;

    Work(Peer peer, String address) throws Exception {
        this.peer = peer;
        this.address = address;
        this.client = peer.open(address);
        this.leases = new Leases(client);
        this.agents = new Agents(peer, address);
    }

    /** Does what the order says, and returns the answer. */
    String follow(String order, List<String> words) throws Exception {
        return switch (order) {
            case "pairs" -> pairs(load(words), Naming.parse(words.get(2))).toLine();
            case "leaves" -> leaves(load(words), Naming.parse(words.get(2))).toLine();
            case "turns" ->
                keptLock()
                        .turns(
                                load(words),
                                words.get(2),
                                words.get(3),
                                Duration.ofMillis(Long.parseLong(words.get(4))));
            case "uses" -> keptLock().uses(load(words));
            case "stay" -> keptLock().keep(words.getFirst());
            case "take" -> keptLock().take(words.getFirst());
            case "heard" -> keptLock().heard();
            case "refused" -> load(words).of(thread -> refused(words.get(2))).toLine();
            case "bulk" -> bulk(load(words), Integer.parseInt(words.get(2))).toLine();
            case "rest" -> rest();
            case "hold" -> hold(words.getFirst());
            case "release" -> release();
            case "await" -> await(words.getFirst());
            case "keep" -> leases.keep(Integer.parseInt(words.getFirst()));
            case "kept" -> leases.kept();
            case "drop" -> leases.drop();
            case "waiting" -> agents.waiting(Integer.parseInt(words.getFirst()));
            case "open" -> agents.open();
            case "heap" -> agents.heap(Integer.parseInt(words.getFirst()));
            default -> throw new IllegalArgumentException("No such order: " + order);
        };
    }

    @Override
    public void close() {
        if (bulk != null) {
            bulk.close();
        }
        if (keptLock != null) {
            keptLock.close();
        }
        client.close();
    }

    private KeptLock keptLock() {
        KeptLock lock = keptLock == null ? new KeptLock(address) : keptLock;
        keptLock = lock;
        return lock;
    }

    /** Threads, and milliseconds. */
    private static Load load(List<String> words) {
        return new Load(Integer.parseInt(words.get(0)), Duration.ofMillis(Long.parseLong(words.get(1))));
    }

    private Block pairs(Load load, Naming naming) throws Exception {
        client.prepare(naming.all(load.threads()));
        return load.of(thread -> acquire(naming, thread).release());
    }

    /** Pairs whose releases are not waited for. */
    private Block leaves(Load load, Naming naming) throws Exception {
        client.prepare(naming.all(load.threads()));
        return load.of(thread -> acquire(naming, thread).leave());
    }

    private Held acquire(Naming naming, int thread) throws Exception {
        String name = naming.next(thread);
        return naming.isFresh() ? client.acquireNew(name) : client.acquire(name);
    }

    private void refused(String name) throws Exception {
        if (client.attempt(name) != null) {
            throw new IllegalStateException(peer + " was granted " + name + ", which is held");
        }
    }

    /** Each round of the one thread takes and frees {@code size} locks. */
    private Block bulk(Load load, int size) throws Exception {
        BareBulk writes = bulk == null ? new BareBulk(address) : bulk;
        bulk = writes;
        Block batches = load.of(thread -> writes.pairs(size));
        return batches.times(size);
    }

    private String rest() {
        client.rest();
        return "";
    }

    private String hold(String name) throws Exception {
        client.prepare(List.of(name));
        held.push(client.acquire(name));
        return "";
    }

    /** Answers when the release began. */
    private String release() throws Exception {
        long start = System.nanoTime();
        held.pop().release();
        return Long.toString(start);
    }

    /** Answers when the lock was granted. It is free again then. */
    private String await(String name) throws Exception {
        Held granted = client.acquire(name);
        long at = System.nanoTime();
        granted.release();
        return Long.toString(at);
    }
}
