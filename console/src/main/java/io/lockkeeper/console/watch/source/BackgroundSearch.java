package io.lockkeeper.console.watch.source;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Searches all databases of a cluster, part after part, with rests in which MongoDB has nothing to do for it; one search of each cluster at
 * a time. What the last one has found is kept until the next begins, or this console ends.
 */
@Component
public final class BackgroundSearch implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundSearch.class);

    static final int MOST_COLLECTIONS = 50_000;
    static final int MOST_ENTRIES = 1_000;
    /** In a row, a minute apart. */
    private static final int MOST_FAILURES = 30;

    private static final Duration PART = Duration.ofSeconds(2);
    private static final Rest REST = new Rest(4, Duration.ofMillis(500), Duration.ofMinutes(1));

    private final Clusters clusters;
    private final Discovery discovery;
    private final Map<String, Searched> last = new ConcurrentHashMap<>();
    private final List<Consumer<List<Searched>>> followers = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("search-", 1).factory());

    BackgroundSearch(Clusters clusters, Discovery discovery) {
        this.clusters = clusters;
        this.discovery = discovery;
    }

    /** The clusters that it searches. */
    public Clusters clusters() {
        return clusters;
    }

    /** Searches one database at once, as {@link Discovery#look} does. */
    public Found look(@Nullable String cluster, String database, String from) {
        return discovery.look(cluster, database, from);
    }

    /**
     * Begins a search, for an administrator, unless one goes on.
     *
     * @param name the cluster's; null for the console's own
     * @param again whether to begin although there is what an earlier one has found
     * @return the one that began, went on, or has ended
     */
    public Searched begin(@Nullable String name, boolean again) {
        AdminCheck.present();
        Cluster cluster = clusters.get(name);
        return last.compute(
                key(cluster), (key, known) -> known == null || (again && !known.goesOn()) ? begun(cluster) : known);
    }

    private Searched begun(Cluster cluster) {
        Searched first = Searched.begun(cluster.name(), cluster.clock().now());
        threads.execute(() -> goOn(cluster, first));
        return first;
    }

    /** Shows the last search of each cluster to the follower, now and when one gets on, until the returned {@code Runnable} is run. */
    public Runnable subscribe(Consumer<List<Searched>> follower) {
        followers.add(follower);
        follower.accept(last());
        return () -> followers.remove(follower);
    }

    private List<Searched> last() {
        return new TreeMap<>(last).values().stream().toList();
    }

    private void goOn(Cluster cluster, Searched first) {
        try {
            Searched now = first;
            show(cluster, now);
            int failures = 0;
            while (now.goesOn()) {
                long began = System.nanoTime();
                now = next(cluster, now);
                failures = now.why() == null ? 0 : failures + 1;
                now = failures == MOST_FAILURES ? now.ended(String.valueOf(now.why())) : now;
                show(cluster, now);
                Thread.sleep(now.why() == null ? REST.since(began) : REST.longest());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the console ends
        }
    }

    private void show(Cluster cluster, Searched now) {
        last.put(key(cluster), now);
        followers.forEach(each -> each.accept(last()));
    }

    private Searched next(Cluster cluster, Searched now) {
        try {
            Searched more = now.and(discovery.lookEverywhere(cluster, String.valueOf(now.next()), PART));
            return more.goesOn() ? bounded(more) : more;
        } catch (MongoCommandException e) {
            return now.ended(
                    "MongoDB did not list the databases: %s. Look in one, by its name.".formatted(e.getErrorMessage()));
        } catch (MongoException e) {
            return now.kept(cluster.sentence(e));
        } catch (RuntimeException e) {
            LOG.error("work=search ended", e);
            return now.ended("The search failed; the console's log says why.");
        }
    }

    private static Searched bounded(Searched now) {
        if (now.found().looked() >= MOST_COLLECTIONS || now.found().entries() >= MOST_ENTRIES) {
            return now.ended(String.format(
                    Locale.ROOT,
                    "It ends before %s, after %,d collections. Look in the other databases, by their names.",
                    now.next(),
                    now.found().looked()));
        }
        return now;
    }

    private static String key(Cluster cluster) {
        return cluster.name() == null ? "" : cluster.name();
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }
}
