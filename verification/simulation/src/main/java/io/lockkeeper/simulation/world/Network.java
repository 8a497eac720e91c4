package io.lockkeeper.simulation.world;

import com.mongodb.MongoTimeoutException;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.machine.SimulatedMachine;
import io.lockkeeper.simulation.machine.Troubles;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The way of one agent to the server, and back. */
public final class Network {

    /** The call that ends many entries at once. */
    static final String END = "end";

    /** A hint on its way to the agent that reads it. */
    static final String HINT = "hint";

    /** The call that writes hints. */
    static final String HINTS = "hints";

    private final Scheduler scheduler;
    private final SimulatedServer server;
    private final SimulatedMachine machine;
    private final Map<String, Integer> calls = new HashMap<>();
    private boolean cut;
    private SimulatedServer.@Nullable Past past;

    public Network(Scheduler scheduler, SimulatedServer server, SimulatedMachine machine) {
        this.scheduler = scheduler;
        this.server = server;
        this.machine = machine;
    }

    /** What came of a call: nothing where it was not answered. */
    record Answer<T>(Optional<T> value, Fate fate) {}

    /** Nothing gets through for so long. */
    public void cut(Duration time) {
        cut = true;
        machine.troubled(Troubles.Kind.NETWORK, time.toNanos());
        scheduler.after(time.toNanos(), () -> cut = false);
    }

    /** It still takes the old primary for the primary, for so long: that one answers what no majority needs to know. */
    public void stayBehind(Duration time) {
        past = server.past();
        machine.troubled(Troubles.Kind.NETWORK, time.toNanos());
        scheduler.after(time.toNanos(), () -> past = null);
    }

    boolean isCut() {
        return cut || past != null;
    }

    Optional<SimulatedServer.Past> past() {
        return Optional.ofNullable(past);
    }

    SimulatedServer server() {
        return server;
    }

    SimulatedMachine machine() {
        return machine;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /**
     * Has something done at the server, by the time that its clock shows when the call arrives, and waits for the answer. An interrupt ends the
     * wait, and is kept.
     */
    <T> Answer<T> call(String kind, Duration timeout, Function<Instant, T> atServer) {
        Fate fate = fate(kind);
        CompletableFuture<T> reply = new CompletableFuture<>();
        long until = scheduler.now() + timeout.toNanos();
        boolean isolated = cut || past != null;
        if (!fate.requestLost && !isolated) {
            send(fate, until, reply, atServer);
        }
        try {
            boolean answered = machine.await(reply, timeout.toNanos()) && fate != Fate.WRITE_CONCERN_ERROR;
            return new Answer<>(answered ? Optional.of(reply.join()) : Optional.empty(), fate);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer<>(Optional.empty(), fate);
        }
    }

    /** Reads; from a primary that was cut off too. */
    <T> Answer<T> read(
            String kind, Duration timeout, Function<SimulatedServer.Past, T> ofPast, Function<Instant, T> atServer) {
        SimulatedServer.Past old = past;
        if (old != null) {
            try {
                machine.sleep(Duration.ofMillis(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Answer<>(Optional.empty(), Fate.WELL);
            }
            return new Answer<>(Optional.of(ofPast.apply(old)), Fate.WELL);
        }
        return call(kind, timeout, atServer);
    }

    Fate fate(String kind) {
        int time = calls.merge(kind, 1, Integer::sum);
        Fate fate = Fate.valueOf(scheduler.decisions().fate(machine.name(), kind, time));
        if (fate != Fate.WELL) {
            machine.troubled(trouble(kind), Duration.ofSeconds(1).toNanos());
        }
        return fate;
    }

    private static Troubles.Kind trouble(String kind) {
        return switch (kind) {
            case END -> Troubles.Kind.LAST_CALL;
            case HINT, HINTS -> Troubles.Kind.HINT;
            default -> Troubles.Kind.NETWORK;
        };
    }

    private <T> void send(Fate fate, long until, CompletableFuture<T> reply, Function<Instant, T> atServer) {
        Instant sampled = server.now();
        scheduler.after(fate.request, () -> {
            if (scheduler.now() <= until || fate == Fate.LANDS_LATE) {
                Instant at = fate == Fate.STALE_CLOCK ? sampled : server.now();
                T answer = atServer.apply(at);
                if (!fate.replyLost) {
                    scheduler.after(fate.reply, () -> reply.complete(answer));
                }
            }
        });
    }

    static MongoTimeoutException noAnswer() {
        return new MongoTimeoutException("no answer");
    }
}
