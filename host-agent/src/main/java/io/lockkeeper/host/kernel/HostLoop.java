package io.lockkeeper.host.kernel;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that reads, decides and writes for all sessions. Nothing on it waits for a peer, for the database or for a lock, so that no
 * session decides twice at once and none waits for another.
 */
public final class HostLoop implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HostLoop.class);

    /** What is done when a channel is ready. */
    public interface Ready {
        void ready() throws IOException;
    }

    /** An action at a moment. Called off, it keeps nothing of what it would have done: connections that came and went cost no memory. */
    public static final class Alarm {
        private final long at;
        private Runnable action;

        private Alarm(long at, Runnable action) {
            this.at = at;
            this.action = action;
        }

        /** On the loop's thread. */
        public void callOff() {
            action = () -> {};
        }
    }

    private final Selector selector;
    private final BootClock clock;
    private final Queue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> turns = new ArrayDeque<>();
    private final Queue<Runnable> lengthy = new ArrayDeque<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(alarm -> alarm.at));
    private final Thread thread = Thread.ofPlatform().name("lockkeeper-host").unstarted(this::run);
    private Runnable ifItFails = () -> {};
    private volatile boolean closed;

    public HostLoop(BootClock clock) throws IOException {
        this(clock, Selector.open());
    }

    public HostLoop(BootClock clock, Selector selector) {
        this.clock = clock;
        this.selector = selector;
    }

    /**
     * Starts its thread.
     *
     * @param failed is run when the loop ends by a failure
     */
    public void start(Runnable failed) {
        ifItFails = failed;
        thread.start();
    }

    /** Whether what is posted is done. */
    public boolean isRunning() {
        return thread.isAlive();
    }

    public BootClock clock() {
        return clock;
    }

    public long now() {
        return clock.millis();
    }

    /** Runs the action on the loop's thread, from any thread. */
    public void post(Runnable action) {
        posted.add(action);
        if (!isOwn()) { // the loop itself looks before it sleeps
            selector.wakeup();
        }
    }

    /** As {@link #post}, but at once if the calling thread is the loop's. */
    public void runOrPost(Runnable action) {
        if (isOwn()) {
            action.run();
        } else {
            post(action);
        }
    }

    private boolean isOwn() {
        return Thread.currentThread().equals(thread);
    }

    /** Runs the action after all others have had their turn. On the loop's thread. */
    public void nextTurn(Runnable action) {
        turns.add(action);
    }

    /** Runs an action that takes a while: one of all these after each round, so that many keep no channel waiting. On the loop's thread. */
    public void betweenRounds(Runnable action) {
        lengthy.add(action);
    }

    /** Runs the action that many milliseconds from now. On the loop's thread. */
    public Alarm after(long millis, Runnable action) {
        Alarm alarm = new Alarm(now() + millis, action);
        alarms.add(alarm);
        return alarm;
    }

    public SelectionKey register(SelectableChannel channel, int operations, Ready ready) throws ClosedChannelException {
        return channel.register(selector, operations, ready);
    }

    private void run() {
        try (selector) {
            while (!closed) {
                selector.select(HostLoop::serve, pause());
                turn();
            }
        } catch (IOException | RuntimeException | Error e) {
            log.error("The host agent has ended: its sessions' leases run to their deadlines", e);
            ifItFails.run();
        }
    }

    /** One round of what is not the channels'. On the loop's thread; a simulation has none, and calls it itself. */
    public void turn() {
        drain(posted);
        drain(turns);
        runNext(lengthy);
        ring();
    }

    /** Zero would be without end. */
    private long pause() {
        if (!turns.isEmpty() || !posted.isEmpty() || !lengthy.isEmpty()) {
            return 1;
        }
        Alarm next = alarms.peek();
        return next == null ? 1_000 : Math.clamp(next.at - now(), 1, 1_000);
    }

    private static void serve(SelectionKey key) {
        try {
            if (key.isValid() && key.attachment() instanceof Ready peer) {
                peer.ready();
            }
        } catch (IOException | RuntimeException | Error e) {
            log.warn("A channel failed and is not read any more; all others go on", e);
            key.cancel();
        }
    }

    /** What is there now, not what comes meanwhile. */
    private static void drain(Queue<Runnable> actions) {
        for (int left = actions.size(); left > 0; left--) {
            runNext(actions);
        }
    }

    private static void runNext(Queue<Runnable> actions) {
        Runnable action = actions.poll();
        if (action != null) {
            runLogged(action);
        }
    }

    private void ring() {
        long now = now();
        for (Alarm next = alarms.peek(); next != null && next.at <= now; next = alarms.peek()) {
            alarms.poll();
            runLogged(next.action);
        }
    }

    private static void runLogged(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            log.error("An action of the host agent failed; all others go on", e);
        }
    }

    /** Ends after the present round, and is over when this returns. Not on the loop's thread. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
