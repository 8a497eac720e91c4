package io.lockkeeper.console.watch.cluster;

import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ServerDescription;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One MongoDB cluster, with the clock of its primary. Thread-safe. */
public final class Cluster {

    private final @Nullable String name;
    private final MongoClient client;
    private final ServerClock clock;

    Cluster(@Nullable String name, MongoClient client, ServerClock clock) {
        this.name = name;
        this.client = client;
        this.clock = clock;
    }

    /** The name in the settings; null for the console's own. */
    public @Nullable String name() {
        return name;
    }

    public MongoClient client() {
        return client;
    }

    public ServerClock clock() {
        return clock;
    }

    /** Whether it is the same cluster under another name, judged by the servers that both are known to have. */
    public boolean sharesServersWith(Cluster other) {
        return this == other || !Collections.disjoint(servers(), other.servers());
    }

    private List<ServerAddress> servers() {
        return client.getClusterDescription().getServerDescriptions().stream()
                .map(ServerDescription::getAddress)
                .toList();
    }

    /** By how much its clock is behind that of the console's own cluster. */
    public Duration behind(ServerClock own) {
        return name == null ? Duration.ZERO : Duration.between(clock.now(), own.now());
    }

    /** Why it did not do what the console asked, in a sentence. */
    public String sentence(MongoException e) {
        return name == null ? MongoTrouble.sentence(e) : MongoTrouble.sentence(e, "lockkeeper.clusters." + name);
    }
}
