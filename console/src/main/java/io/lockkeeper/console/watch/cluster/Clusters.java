package io.lockkeeper.console.watch.cluster;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The console's own cluster, and those that its settings name. The console starts even if one of these does not answer. */
@Component
@EnableConfigurationProperties(ClusterSettings.class)
public class Clusters implements SmartLifecycle {

    private final Cluster own;
    private final List<OtherCluster> others;
    private volatile boolean running;

    @Autowired
    Clusters(
            MongoClient client,
            ServerClock clock,
            ClusterSettings settings,
            @Qualifier("boundedTimes") MongoClientSettingsBuilderCustomizer bounded) {
        own = new Cluster(null, client, clock);
        others = new ArrayList<>();
        settings.parsed().forEach((name, uri) -> others.add(new OtherCluster(name, client(uri, bounded), clock)));
    }

    private Clusters(Cluster own) {
        this.own = own;
        others = List.of();
    }

    /** A single cluster. */
    public static Clusters of(MongoClient client, ServerClock clock) {
        return new Clusters(new Cluster(null, client, clock));
    }

    private static MongoClient client(ConnectionString uri, MongoClientSettingsBuilderCustomizer bounded) {
        MongoClientSettings.Builder settings = MongoClientSettings.builder().applyConnectionString(uri);
        bounded.customize(settings);
        return MongoClients.create(settings.build());
    }

    /** The one of that name, null being the console's own; empty if the settings do not have it any more. */
    public Optional<Cluster> find(@Nullable String name) {
        return all().filter(each -> Objects.equals(each.name(), name)).findFirst();
    }

    /**
     * The one of that name, null being the console's own.
     *
     * @throws RefusedException if the settings have none of that name
     */
    public Cluster get(@Nullable String name) {
        return find(name)
                .orElseThrow(() -> new InvalidException(
                        "The console's settings name no cluster “%s”.".formatted(String.valueOf(name))));
    }

    /** The console's own first. */
    public Stream<Cluster> all() {
        return Stream.concat(Stream.of(own), others.stream().map(OtherCluster::cluster));
    }

    /** The health of the clusters beside the console's own, by name. */
    public List<ClusterHealth> others() {
        return others.stream().map(OtherCluster::health).toList();
    }

    /** Starts before its users. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 1;
    }

    @Override
    public void start() {
        others.forEach(OtherCluster::start);
        running = true;
    }

    @Override
    public void stop() {
        others.forEach(OtherCluster::stop);
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
