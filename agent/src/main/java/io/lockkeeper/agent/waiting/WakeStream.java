package io.lockkeeper.agent.waiting;

import com.mongodb.MongoCommandException;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.OwnThread;
import io.lockkeeper.agent.time.RetryPause;
import io.lockkeeper.agent.time.WaitingThread;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's one change stream. An event names acquirers of this agent that were granted, each with its token, evicted, or recalled. Events may be
 * missed: the stream keeps no resume token and reopens from the present, and its listener checks everything after each opening.
 */
public final class WakeStream {

    private static final Logger log = LoggerFactory.getLogger(WakeStream.class);
    private static final Duration LINGER = Duration.ofSeconds(10);
    private static final Duration NEVER = Duration.ofDays(1000);
    /** How many wakes are remembered: more than change between two changes of one lock. */
    private static final int REMEMBERED = 4096;

    private static final Pattern WORD = Pattern.compile("[^=+?]+([?]|=\\d{1,16}([+]\\d{1,6})?)?");

    private final Machine machine;
    private final RetryPause pause;
    private final LockStore store;
    private final String agent;
    private final Listener listener;
    private final WaitingThread waiting;
    private final Set<String> told = Collections.newSetFromMap(new Recent());
    private final OwnThread thread;
    private volatile boolean wanted;
    private volatile boolean closed;
    private volatile boolean open;
    private volatile boolean heard;
    /** Whether it has answered since it was opened; used only by the stream's thread. */
    private boolean answered;

    public WakeStream(Machine machine, LockStore store, String agent, Listener listener) {
        this.machine = machine;
        this.pause = new RetryPause(machine);
        this.waiting = new WaitingThread(machine::nanos, machine);
        this.thread = new OwnThread(machine.daemon("lockkeeper-stream", this::run));
        this.store = store;
        this.agent = agent;
        this.listener = listener;
    }

    /** Opens the stream if it is closed. Returns at once. */
    public void listen() {
        if (!open) {
            wanted = true;
            if (!closed) {
                thread.startOrWake();
            }
        }
    }

    public boolean isNeeded() {
        return listener.isNeeded();
    }

    /** Whether wakes come by it: an agent that only looks has none. */
    public boolean isOpen() {
        return open && heard;
    }

    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void run() {
        int failures = 0;
        while (awaitWanted()) {
            try {
                follow();
                failures = 0;
            } catch (RuntimeException e) {
                failures = answered ? 1 : failures + 1;
                failed(e, failures);
            } finally {
                open = false;
                listener.closed();
            }
        }
    }

    private void failed(RuntimeException e, int failures) {
        boolean refused = !answered && e instanceof MongoCommandException command && !DriverErrors.isUnknown(command);
        if (failures == 1 && !closed) {
            log.info("The stream of locks broke and is opened again: {}", e.getMessage());
        }
        if (refused ? pause.wasInterruptedAfterRefusal(failures) : pause.wasInterrupted(failures)) {
            log.debug("The stream's thread was interrupted: its agent is closed");
        }
    }

    private boolean awaitWanted() {
        long never = machine.nanos() + NEVER.toNanos();
        try {
            var unused = waiting.await(() -> closed || wanted || listener.isNeeded(), () -> never, never);
        } catch (InterruptedException e) {
            log.debug("The stream's thread was interrupted: its agent is closed");
        }
        wanted = false; // before it opens the stream: all look for themselves then
        return !closed;
    }

    private void follow() {
        answered = false;
        try (Wakes wakes = store.wakes(agent)) {
            heard = wakes.isHeard();
            open = true;
            listener.opened(heard);
            long neededAt = machine.nanos();
            while (!closed && !wakes.isOver() && machine.nanos() - neededAt < LINGER.toNanos()) {
                Optional<String> wake = wakes.next();
                answered = true;
                wake.ifPresent(this::hear);
                if (listener.isNeeded()) {
                    neededAt = machine.nanos();
                }
            }
        }
    }

    /** A replaced document repeats its last wake, also where something else has changed: each wake counts once. */
    private void hear(String wake) {
        if (told.add(wake)) {
            Arrays.stream(wake.split(" "))
                    .filter(each ->
                            each.startsWith(agent + ".") && WORD.matcher(each).matches())
                    .forEach(this::tell);
        }
    }

    /** Parses {@code acquirer=token+tokens}, {@code acquirer=token}, {@code acquirer?} or {@code acquirer}. */
    private void tell(String word) {
        String[] parts = word.split("[=+?]", -1);
        if (word.endsWith("?")) {
            listener.recalled(parts[0]);
        } else if (parts.length == 1) {
            listener.concerned(parts[0]);
        } else {
            listener.granted(parts[0], Long.parseLong(parts[1]), parts.length == 2 ? 0 : Integer.parseInt(parts[2]));
        }
    }

    /** Reacts to the stream's events. */
    public interface Listener {

        /** Whether the agent has a reason to listen. */
        boolean isNeeded();

        /**
         * The stream was opened. Earlier events were missed.
         *
         * @param heard whether events come by it; otherwise only what the agent finds when it looks
         */
        void opened(boolean heard);

        /** The stream is not open any more. What happens from now on is not heard. */
        void closed();

        /** Somebody else wants the lock that an acquirer of this agent keeps. */
        void recalled(String acquirer);

        /** An acquirer of this agent was granted with that token, or the first of so many; zero where it has only one. */
        void granted(String acquirer, long token, int tokens);

        /** An acquirer of this agent was evicted, or is to look for another reason. */
        void concerned(String acquirer);
    }

    private static final class Recent extends LinkedHashMap<String, Boolean> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }
}
