package io.lockkeeper.simulation.world;

import com.mongodb.MongoException;
import io.lockkeeper.agent.store.Wakes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** One agent's change stream: late where the network is, and over where it was cut. */
final class SimulatedWakes implements Wakes {

    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final long USUALLY = Duration.ofMillis(3).toNanos();

    private final Network network;
    private final String ofAgent;
    private final Queue<String> heard = new ArrayDeque<>();
    private CompletableFuture<Boolean> news = new CompletableFuture<>();
    private boolean cut;
    private long lastAt;
    private final long openedAt;

    SimulatedWakes(Network network, String agent) {
        this.network = network;
        this.ofAgent = " " + agent + ".";
        this.openedAt = network.scheduler().now();
        network.server().listen(this);
    }

    boolean isOf(String agent) {
        return ofAgent.equals(" " + agent + ".") && !cut;
    }

    long openedAt() {
        return openedAt;
    }

    /** In the order in which they happened, however late. */
    void hear(String wake) {
        if (wake.contains(ofAgent)) {
            Fate fate = network.fate("event");
            if (fate == Fate.LOST_REQUEST || fate == Fate.LOST_REPLY) {
                cut();
            }
            long late = fate == Fate.WELL ? 0 : Math.max(fate.request, fate.reply);
            lastAt = Math.max(lastAt, network.scheduler().now() + USUALLY + late);
            network.scheduler().after(lastAt - network.scheduler().now(), () -> arrive(wake));
        }
    }

    private void arrive(String wake) {
        heard.add(wake);
        news.complete(true);
    }

    void cut() {
        cut = true;
        news.complete(true);
    }

    @Override
    public Optional<String> next() {
        if (heard.isEmpty() && !cut) {
            await();
        }
        if (cut) {
            throw new MongoException("The stream was cut");
        }
        return Optional.ofNullable(heard.poll());
    }

    private void await() {
        news = new CompletableFuture<>();
        try {
            var unused = network.machine().await(news, LONGEST.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoException("The stream's thread was interrupted");
        }
    }

    @Override
    public void close() {
        network.server().leave(this);
    }
}
