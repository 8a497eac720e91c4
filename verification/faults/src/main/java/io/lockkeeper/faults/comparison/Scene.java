package io.lockkeeper.faults.comparison;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.faults.peer.PeerProcess;
import io.lockkeeper.faults.store.Store;
import io.lockkeeper.peers.Peer;
import io.lockkeeper.test.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** What the steps of a moment are made of. A step that does not come off ends it with an {@link IllegalStateException}. */
final class Scene implements AutoCloseable {

    /** The one that all of them can have: ShedLock's keep-alive takes no shorter one, for the others it is the usual one. */
    static final Duration TTL = Duration.ofSeconds(30);

    static final String BROKEN = "broken";

    private final String lock;
    private final Peer peer;
    private final Store store;
    private final Network network;
    private final Path counter;
    private final History history = new History();
    private final Map<String, PeerProcess> clients = new LinkedHashMap<>();
    private int calls;
    private boolean isCut;

    Scene(String lock, Peer peer, Store store, Network network) throws IOException {
        this.lock = lock;
        this.peer = peer;
        this.store = store;
        this.network = network;
        this.counter = Files.createTempFile("lockkeeper-counter-", ".bin");
    }

    Store store() {
        return store;
    }

    List<Event> events() {
        return history.events();
    }

    /** Starts them, all at a time, where nothing is ever cut from the servers. */
    void clients(String... names) throws InterruptedException {
        clients(Place.LOOPBACK, names);
    }

    /** Starts one that can be cut from the servers. */
    void clientApart(String name) throws InterruptedException {
        clients(network.clients(), name);
    }

    private void clients(Place place, String... names) throws InterruptedException {
        for (String name : names) {
            clients.put(name, PeerProcess.start(name, peer, store.address(), place, counter, history));
        }
        for (String name : names) {
            client(name).awaitReady();
        }
    }

    PeerProcess client(String name) {
        return Objects.requireNonNull(clients.get(name), name);
    }

    /** Asks for the lock; the call's name. */
    String ask(String client) {
        String call = client + "-" + ++calls;
        client(client).acquire(call, lock);
        return call;
    }

    /** Asks, and returns once it is granted. */
    String hold(String client) throws InterruptedException {
        String call = ask(client);
        granted(call, TTL);
        return call;
    }

    void granted(String call, Duration within) throws InterruptedException {
        await(Event.Granted.class, each -> each.call().equals(call), within, call + " was not granted");
    }

    /** The first of them that is granted from now on or was before. */
    String grantedOf(List<String> waiting, Duration within) throws InterruptedException {
        return await(Event.Granted.class, each -> waiting.contains(each.call()), within, "no waiter was granted")
                .call();
    }

    /** Reads what the lock guards, and returns when it is to be written and nothing else before. */
    void read(String client, String call) throws InterruptedException {
        client(client).read(call);
        await(Event.Read.class, each -> each.call().equals(call), TTL, call + " did not read");
    }

    void written(String call) throws InterruptedException {
        await(Event.Written.class, each -> each.call().equals(call), TTL, call + " did not write");
    }

    void released(String client, String call) throws InterruptedException {
        client(client).release(call);
        await(Event.Releasing.class, each -> each.call().equals(call), TTL, call + " did not release");
    }

    /** Counts under the lock, again and again, until it is stopped. */
    void count(String client) {
        client(client).count(client + "-counts", lock);
    }

    /** From now on nothing stands in the way of the call: it is to be served within so much. Returns when it is, or too late. */
    void due(String call, Duration within) throws InterruptedException {
        long now = System.nanoTime();
        history.add(new Event.Due(now, call, now + within.toNanos()));
        var unused = history.await(Event.Granted.class, each -> each.call().equals(call), within);
    }

    void breaks() {
        history.add(new Event.FaultOn(System.nanoTime(), BROKEN, lock));
    }

    void isMended() {
        history.add(new Event.FaultOff(System.nanoTime(), BROKEN));
    }

    /** Silently drops all traffic between the servers and the client apart. */
    void cut() {
        breaks();
        isCut = true;
        for (int member = 0; member < store.size(); member++) {
            network.cutFromClients(member);
        }
    }

    void mend() {
        network.heal();
        isCut = false;
        isMended();
    }

    /** Lets things take their course. */
    void watch(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    private <E extends Event> E await(Class<E> kind, Predicate<E> wanted, Duration within, String hitch)
            throws InterruptedException {
        return history.await(kind, wanted, within).orElseThrow(() -> new IllegalStateException(hitch));
    }

    /** Also where the moment came to an early end: the next lock's begins with a whole network. */
    @Override
    public void close() {
        if (isCut) {
            mend();
        }
        clients.values().forEach(PeerProcess::close);
        try {
            Files.delete(counter);
        } catch (IOException e) {
            System.err.println("Left behind: " + counter + ", for " + e);
        }
    }
}
