package io.lockkeeper.benchmark.store;

import com.mongodb.client.MongoClient;
import io.lockkeeper.peers.Peer.Kind;
import io.lockkeeper.test.ReplicaSet;
import java.util.List;
import java.util.Locale;
import org.bson.Document;

/** A replica set of mongod processes. */
public final class MongoStore implements Store {

    private final ReplicaSet set;
    private final int nodes;

    private MongoStore(int nodes) {
        this.nodes = nodes;
        this.set = ReplicaSet.start(nodes);
    }

    public static MongoStore start(int nodes) {
        return new MongoStore(nodes);
    }

    @Override
    public Kind kind() {
        return Kind.MONGODB;
    }

    @Override
    public String label() {
        return String.format(Locale.ROOT, "MongoDB, %d node%s", nodes, nodes == 1 ? "" : "s");
    }

    @Override
    public String durability() {
        return "in the journals of a majority (w: majority)";
    }

    @Override
    public String address() {
        return set.uri();
    }

    @Override
    public String address(String database) {
        return set.uri().replace("/?", "/" + database + "?");
    }

    public MongoClient client() {
        return set.client();
    }

    /** As its primary counts them. */
    @Override
    public Commands commands() {
        return Commands.of(set.client().getDatabase("admin").runCommand(new Document("serverStatus", 1)));
    }

    public String version() {
        return set.client()
                .getDatabase("admin")
                .runCommand(new Document("buildInfo", 1))
                .getString("version");
    }

    @Override
    public List<ProcessHandle> processes() {
        return set.processes();
    }

    @Override
    public void close() {
        set.close();
    }
}
