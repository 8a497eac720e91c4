package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Hands the board to its subscribers: at once when it changes, at most four times a second, and at least once a second, because some states
 * change only by time. A board that is slow to sort is handed out less often.
 */
@Component
public class BoardPublisher implements RepeatedWork {

    /** Sorting may use a quarter of one core. */
    private static final Rest REST = new Rest(4, Duration.ofMillis(250), Duration.ofSeconds(5));

    private static final long LONGEST_WAIT_MILLIS = 750;

    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    private Duration rest = REST.shortest();
    private final Worker worker = new Worker("board-publisher", this::turn, cause -> {}, () -> rest.toMillis());
    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;
    private final ClockWatch clocks;
    private long version = -1;

    BoardPublisher(Board board, Pulse pulse, ServerClock clock, ClockWatch clocks) {
        this.board = board;
        this.pulse = pulse;
        this.clock = clock;
        this.clocks = clocks;
    }

    /**
     * Subscribes until the returned {@code Runnable} is run. The subscriber is called on the publisher's thread and must be quick.
     *
     * @param scope the part of the board that it gets
     */
    public Runnable subscribe(LockScope scope, Consumer<BoardSnapshot> consumer) {
        Subscriber subscriber = new Subscriber(scope, consumer);
        subscribers.add(subscriber);
        return () -> subscribers.remove(subscriber);
    }

    /** Compared by identity: the same subscriber may subscribe twice. */
    private static final class Subscriber {

        private final LockScope scope;
        private final Consumer<BoardSnapshot> consumer;

        Subscriber(LockScope scope, Consumer<BoardSnapshot> consumer) {
            this.scope = scope;
            this.consumer = consumer;
        }
    }

    /** Whether the clocks of MongoDB's members differ too much, in a sentence; empty if they do not. */
    public String clockNotice() {
        return clocks.notice();
    }

    /** The board as it is now, within the scope. */
    public BoardSnapshot snapshot(LockScope scope) {
        return snapshot().within(scope);
    }

    private BoardSnapshot snapshot() {
        Freshness freshness = pulse.freshness();
        return BoardSnapshot.of(board, freshness.judgedAt(clock.now()), freshness, LockScope.EVERYTHING, notice());
    }

    private String notice() {
        return Stream.of(pulse.refusal(), board.leftOut(), clocks.notice())
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void turn() {
        try {
            board.awaitChange(version, LONGEST_WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        version = board.version();
        long start = System.nanoTime();
        publish();
        rest = REST.since(start);
    }

    private void publish() {
        if (!subscribers.isEmpty()) {
            BoardSnapshot whole = snapshot();
            Map<LockScope, BoardSnapshot> within = new HashMap<>();
            subscribers.forEach(subscriber -> Resilient.run(
                    "page's board",
                    () -> subscriber.consumer.accept(within.computeIfAbsent(subscriber.scope, whole::within)),
                    cause -> {}));
        }
    }
}
