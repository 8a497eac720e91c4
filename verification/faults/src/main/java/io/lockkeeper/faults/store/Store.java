package io.lockkeeper.faults.store;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.peers.Peer.Kind;
import java.io.IOException;

/** Servers that keep locks. */
public sealed interface Store extends AutoCloseable permits MongoStore, RedisStore, ZooKeeperStore {

    /**
     * Starts it, in the places that the network has for members.
     *
     * @throws IOException if there is no such server here
     * @throws IllegalStateException if it does not start
     */
    static Store start(Kind kind, Network network) throws IOException, InterruptedException {
        return switch (kind) {
            case MONGODB -> new MongoStore(network);
            case REDIS -> RedisStore.start(network);
            case ZOOKEEPER -> ZooKeeperStore.start(network);
        };
    }

    /** What it is, with its version and with what makes an answer durable. */
    String label();

    /** As its clients take it. */
    String address();

    int size();

    /** Ends the server that leads, or the only one, as {@code kill -9} does. */
    void killLeader() throws IOException, InterruptedException;

    /** Starts again what was killed, with what it has on its disk. */
    void restart() throws IOException, InterruptedException;

    @Override
    void close();
}
