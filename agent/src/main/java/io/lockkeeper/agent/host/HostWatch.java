package io.lockkeeper.agent.host;

import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.time.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the machine's host agent watch for the end of this process, which then frees its locks at once. Nothing else depends on it: where there
 * is no host agent, it looks for one every {@link #LOOK}, and a connection that is lost is made again. It is held by a thread of its own, since
 * an interrupt of a thread that uses such a connection closes it.
 */
public final class HostWatch {

    private static final Logger log = LoggerFactory.getLogger(HostWatch.class);

    private static final Duration LOOK = Duration.ofSeconds(10);
    /** A majority may not have the agent's document yet. */
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(250);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    /** How long the first requests wait for a host agent; they go on without one that does not answer. */
    private static final Duration FIRST_WITHIN = Duration.ofSeconds(1);

    private final HostSocket socket;
    private final Watched self;
    private final Machine machine;
    private final Timer background;
    private final List<Long> commands = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final CompletableFuture<Void> tried = new CompletableFuture<>();
    private volatile @Nullable HostConnection connection;
    private volatile @Nullable HostConnection accepted;
    private String told = "";
    private int refused;

    /** Starts with {@link #begin}. */
    public HostWatch(Path socket, Watched self, Machine machine, Timer background) {
        this.socket = HostSocket.at(socket);
        this.self = self;
        this.machine = machine;
        this.background = background;
    }

    /** Whether there is a host agent now that may watch: only then do the first requests wait for it. */
    public boolean expect() {
        boolean isThere = Watched.isPossible() && socket.isThere();
        if (isThere) {
            background.after(FIRST_WITHIN, () -> tried.complete(null));
        } else {
            tried.complete(null);
        }
        return isThere;
    }

    /** Done when the host agent watches, or does not do so in time: a process that is killed right after its first grant is missed, too. */
    public CompletableFuture<Void> first() {
        return tried;
    }

    /** Looks for the host agent, from when the agent's document says that it may be watched. */
    public void begin() {
        if (Watched.isPossible()) {
            look();
        }
    }

    private void look() {
        if (over.isDone()) {
            return;
        }
        if (socket.isThere()) {
            machine.daemon("lockkeeper-host", this::stay).start();
        } else {
            background.after(LOOK, this::look);
        }
    }

    /** A process that uses the agent's leases: they are free when it has ended as well. */
    public void continuesIn(long pid) {
        commands.add(pid);
        HostConnection open = accepted;
        if (open != null) {
            sendOrLeave(open, also(pid));
        }
    }

    /** The agent has released all: the end of the process means nothing more. */
    public void end() {
        over.complete(null);
        HostConnection open = connection;
        if (open != null) {
            sendOrLeave(open, new BsonDocument("bye", BsonBoolean.TRUE));
            open.close();
        }
    }

    /** The agent has ended, and may have left something to its expiry, or to the end of the process. */
    public void leave() {
        over.complete(null);
        HostConnection open = connection;
        if (open != null) {
            open.close();
        }
    }

    private void stay() {
        Duration pause = SHORTEST_PAUSE;
        while (!over.isDone()) {
            boolean wasWatched = isWatchedUntilItEnds();
            pause = wasWatched ? SHORTEST_PAUSE : pause;
            rest(pause);
            pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
            if (!socket.isThere()) {
                background.after(LOOK, this::look);
                return;
            }
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void rest(Duration pause) {
        try {
            var unused = machine.await(over, pause.toNanos());
        } catch (InterruptedException e) {
            log.debug("The thread is the agent's own, and nothing interrupts it", e);
        }
    }

    /** Returns when the connection has ended, whether the host agent watched until then. */
    private boolean isWatchedUntilItEnds() {
        boolean watched = false;
        try (HostConnection open = HostConnection.to(socket)) {
            connection = open;
            open.send(self.hello());
            watched = isAccepted(open.read());
            if (watched) {
                nameCommands(open);
            }
            tried.complete(null);
            while (watched && !over.isDone()) {
                var unused = open.read();
            }
        } catch (IOException | RuntimeException e) {
            if (!watched && !over.isDone()) {
                tell("it cannot be reached: " + e.getMessage());
            }
        } finally {
            tried.complete(null);
            accepted = null;
            connection = null;
        }
        return watched;
    }

    /** Names the commands so far; later ones are named as they start, and one that starts meanwhile twice. */
    private void nameCommands(HostConnection open) throws IOException {
        accepted = open;
        for (Long pid : commands) {
            open.send(also(pid));
        }
    }

    private boolean isAccepted(BsonDocument answer) {
        String why = refusal(answer);
        if (why.isEmpty()) {
            log.info("The host agent watches for the end of this process socket={}", socket.path());
            told = "";
            return true;
        }
        if (refused++ > 1) { // the first times it may only have come before the agent's document
            tell(why);
        }
        return false;
    }

    private static String refusal(BsonDocument answer) {
        try {
            if (answer.containsKey("error")) {
                return answer.getDocument("error").getString("text").getValue();
            }
            boolean proven =
                    answer.getString("proof", new BsonString("")).getValue().equals("process");
            return proven ? "" : "it does not see this process, which is in another pid namespace or another user's";
        } catch (BsonInvalidOperationException e) {
            return "its answer is none of a host agent";
        }
    }

    private void tell(String why) {
        if (!why.equals(told)) {
            log.info(
                    "No host agent watches for the end of this process: after a kill, its locks are free at the end of their ttl socket={}: {}",
                    socket.path(),
                    why);
        }
        told = why;
    }

    private static BsonDocument also(long pid) {
        return new BsonDocument("also", new BsonInt64(pid));
    }

    private static void sendOrLeave(HostConnection open, BsonDocument line) {
        try {
            open.send(line);
        } catch (IOException e) {
            open.close();
        }
    }
}
