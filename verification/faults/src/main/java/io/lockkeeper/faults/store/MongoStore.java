package io.lockkeeper.faults.store;

import io.lockkeeper.faults.cluster.Cluster;
import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.test.ReplicaSet.Elections;
import org.bson.Document;

/** A replica set of three, with the settings that docs/reference/operations.md recommends. */
final class MongoStore implements Store {

    private final Cluster cluster;

    MongoStore(Network network) {
        cluster = Cluster.start(network, Elections.FAST);
    }

    @Override
    public String label() {
        Document build = cluster.client().getDatabase("admin").runCommand(new Document("buildInfo", 1));
        return "MongoDB %s, three members, majority".formatted(build.getString("version"));
    }

    /** With the driver's settings as docs/reference/operations.md recommends them. */
    @Override
    public String address() {
        return cluster.uri() + "&heartbeatFrequencyMS=1000&connectTimeoutMS=2000&socketTimeoutMS=2000";
    }

    @Override
    public int size() {
        return cluster.size();
    }

    @Override
    public void killLeader() {
        cluster.kill(cluster.primary());
    }

    @Override
    public void restart() {
        cluster.heal();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
