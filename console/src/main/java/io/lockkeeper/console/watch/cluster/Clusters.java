package io.lockkeeper.console.watch.cluster;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.OwnTimeLimits;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The console's own cluster, and those that its settings name. The console starts even if one of these does not answer. */
@Component
@EnableConfigurationProperties(Clusters.ClusterSettings.class)
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

    /**
     * The clusters that the console watches beside its own.
     *
     * @param clusters the URI of each, by the name that pages and records give it
     */
    @ConfigurationProperties("lockkeeper")
    record ClusterSettings(@DefaultValue Map<String, String> clusters) {

        private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,29}");

        /** @throws StartRefusedException if a name or URI cannot be used; it never repeats the URI, which may hold a password */
        Map<String, ConnectionString> parsed() {
            Map<String, ConnectionString> parsed = new TreeMap<>();
            clusters.forEach((name, uri) -> parsed.put(checked(name), parsed(name, uri)));
            return parsed;
        }

        private static String checked(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new StartRefusedException(
                        "lockkeeper.clusters.%s: a cluster's name has up to 30 lower-case letters, digits and hyphens"
                                .formatted(name));
            }
            return name;
        }

        private static ConnectionString parsed(String name, String uri) {
            try {
                return new ConnectionString(OwnTimeLimits.in(uri));
            } catch (IllegalArgumentException e) {
                throw new StartRefusedException(
                        "lockkeeper.clusters.%s is no MongoDB address: it has the form mongodb://host:27017/?replicaSet=name"
                                .formatted(name));
            }
        }
    }
}
