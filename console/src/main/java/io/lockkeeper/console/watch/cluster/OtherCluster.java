package io.lockkeeper.console.watch.cluster;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** A cluster beside the console's own: asks its primary for the time every other second. Thread-safe. */
final class OtherCluster {

    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));
    private static final long PERIOD_MILLIS = 2_000;

    private final String name;
    private final MongoClient client;
    private final ServerClock clock = new ServerClock();
    private final ServerClock ownClock;
    private final Cluster cluster;
    private final Worker worker;
    private volatile @Nullable Duration roundTrip;
    private volatile String trouble = "";

    OtherCluster(String name, MongoClient client, ServerClock ownClock) {
        this.name = name;
        this.client = client;
        this.ownClock = ownClock;
        cluster = new Cluster(name, client, clock);
        worker = new Worker("cluster-" + name, this::beat, PERIOD_MILLIS);
    }

    Cluster cluster() {
        return cluster;
    }

    ClusterHealth health() {
        return new ClusterHealth(name, hosts(), roundTrip, Duration.between(ownClock.now(), clock.now()), trouble);
    }

    private String hosts() {
        return client.getClusterDescription().getClusterSettings().getHosts().stream()
                .map(ServerAddress::toString)
                .collect(Collectors.joining(", "));
    }

    void start() {
        worker.start();
    }

    void stop() {
        worker.stop();
        client.close();
    }

    private void beat() {
        try {
            long sent = clock.ticks();
            BsonDocument answer =
                    client.getDatabase("admin").runCommand(HELLO, ReadPreference.primary(), BsonDocument.class);
            clock.sample(
                    sent, Instant.ofEpochMilli(answer.getDateTime("localTime").getValue()));
            roundTrip = Duration.ofNanos(clock.ticks() - sent);
            trouble = "";
        } catch (MongoException e) {
            roundTrip = null;
            trouble = cluster.sentence(e);
        }
    }
}
