package io.lockkeeper.simulation.world;

import com.mongodb.MongoException;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.simulation.machine.Troubles;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** One agent's cursor over its hints, which come late, twice, in any order, or not at all; and none once another member is primary. */
final class SimulatedHints implements Wakes {

    private static final long USUALLY = Duration.ofMillis(2).toNanos();

    private final Network network;
    private final String agent;
    private final HintPlace place;
    private final Duration silence;
    private final Queue<String> heard = new ArrayDeque<>();
    private CompletableFuture<Boolean> news = new CompletableFuture<>();
    private boolean deaf;
    private int count;
    private final long openedAt;

    SimulatedHints(Network network, String agent, HintPlace place, Duration silence) {
        this.network = network;
        this.agent = agent;
        this.place = place;
        this.silence = silence;
        this.openedAt = network.scheduler().now();
        network.server().read(this);
    }

    boolean isOf(String name) {
        return agent.equals(name) && !deaf;
    }

    boolean isIn(HintPlace each) {
        return place == each;
    }

    long openedAt() {
        return openedAt;
    }

    /** What was meant for it does not come: it learns of that by its own look. */
    void missed() {
        network.machine().troubled(Troubles.Kind.HINT, Duration.ofSeconds(1).toNanos());
    }

    void hear(String word) {
        Fate fate = network.fate(Network.HINT);
        if (network.isCut() || fate.requestLost || fate.replyLost) {
            missed();
            return;
        }
        arriveAfter(fate, word);
        if (fate == Fate.SENT_TWICE) {
            arriveAfter(fate, word);
        }
    }

    private void arriveAfter(Fate fate, String word) {
        String hint = "hint" + ++count + " " + word;
        long late = fate == Fate.WELL ? 0 : Math.max(fate.request, fate.reply);
        network.scheduler().after(USUALLY + late, () -> {
            heard.add(hint);
            news.complete(true);
        });
    }

    /** Another member is primary. */
    void deafen() {
        deaf = true;
        missed();
    }

    @Override
    public Optional<String> next() {
        if (heard.isEmpty()) {
            await();
        }
        if (deaf) {
            throw new MongoException("Another member is primary");
        }
        return Optional.ofNullable(heard.poll());
    }

    private void await() {
        news = new CompletableFuture<>();
        try {
            var unused = network.machine().await(news, silence.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoException("The cursor's thread was interrupted");
        }
    }

    @Override
    public void close() {
        network.server().leave(this);
    }
}
