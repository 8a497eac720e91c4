package io.lockkeeper.benchmark.store;

import io.lockkeeper.peers.Peer.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** All stores of a run. What cannot be started here is left out, and said. */
public final class Stores implements AutoCloseable {

    private final MongoStore oneNode = MongoStore.start(1);
    private final MongoStore threeNodes = MongoStore.start(3);
    private final List<Store> all = new ArrayList<>(List.of(oneNode, threeNodes));
    private final List<String> leftOut = new ArrayList<>();

    private Stores() {}

    /** MongoDB, and others of these kinds. */
    public static Stores start(Set<Kind> kinds) throws InterruptedException {
        Stores stores = new Stores();
        if (kinds.contains(Kind.REDIS)) {
            stores.add("Redis", SingleServer::redis);
            stores.add("Redis, fsync always", SingleServer::redisThatSyncs);
        }
        if (kinds.contains(Kind.ZOOKEEPER)) {
            stores.add("ZooKeeper", SingleServer::zooKeeper);
        }
        return stores;
    }

    public MongoStore oneNode() {
        return oneNode;
    }

    public MongoStore threeNodes() {
        return threeNodes;
    }

    public List<Store> all() {
        return List.copyOf(all);
    }

    /** Sentences about what is not measured, and why. */
    public List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    @Override
    public void close() {
        all.forEach(Store::close);
    }

    private void add(String name, Start start) throws InterruptedException {
        try {
            all.add(start.store());
        } catch (IOException | IllegalStateException missing) {
            leftOut.add(name + " is left out: " + missing.getMessage());
        }
    }

    private interface Start {
        Store store() throws IOException, InterruptedException;
    }
}
