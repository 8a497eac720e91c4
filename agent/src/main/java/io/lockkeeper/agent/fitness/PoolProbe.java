package io.lockkeeper.agent.fitness;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether the client's pool has a second connection while a first one is in use. The agent's change stream uses one for seconds at a
 * time; in a pool of one, renewals wait for it until leases are lost.
 *
 * <p>A {@code hello} that the server holds back for a moment occupies a connection, and others are sent beside it. What counts is on which
 * connections the server saw them, not how long they took: two connections prove that there are two, however slow the server is. A pool of
 * one is believed only if, several times over, a command that was sent while the first was held came back after it on the same connection.
 */
final class PoolProbe {

    private static final Logger log = LoggerFactory.getLogger(PoolProbe.class);

    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));
    private static final Duration LONGEST_HOLD = Duration.ofMillis(250);
    /** The command that is held goes first. */
    private static final Duration HEAD_START = Duration.ofMillis(2);

    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int ROUNDS = 6;
    private static final int ENOUGH = 3;

    private final Hello server;
    private final Duration timeout;
    private final ServerFitness.Refusals refusals;
    private volatile boolean failed;

    PoolProbe(Hello server, Duration timeout, ServerFitness.Refusals refusals) {
        this.server = server;
        this.timeout = timeout;
        this.refusals = refusals;
    }

    /** Sends a {@code hello}. */
    interface Hello {
        /** Where a timeout of zero is none: the server holds back no command that has one. */
        BsonDocument ask(BsonDocument hello, Duration timeout);
    }

    private enum Finding {
        TWO,
        ONE,
        OPEN
    }

    /**
     * Needs one round trip where there is a second connection. Where the server hardly answers it ends with the timeout, without a verdict.
     *
     * @param hello what the server answered before
     * @throws RuntimeException as {@link ServerFitness.Refusals#unsupported} says, if the client uses only one connection
     */
    void requireTwoConnections(BsonDocument hello) {
        if (failed || (Seen.isTold(hello) && !mayHaveTwo(hello))) {
            failed = true;
            throw refusals.unsupported(
                    "The MongoClient uses one connection at a time (maxPoolSize=1). The agent's change stream keeps a connection for up to"
                            + " 5 s at a time, and leases would be lost because their renewals wait for it."
                            + " Raise maxPoolSize (the driver's default is 100), or give the agent a MongoClient of its own",
                    null);
        }
    }

    private boolean mayHaveTwo(BsonDocument hello) {
        long giveUpAt = System.nanoTime() + timeout.toNanos();
        int alone = 0;
        try {
            for (int round = 0; round < ROUNDS && alone < ENOUGH; round++) {
                Finding finding = look(hello, giveUpAt);
                if (finding == Finding.TWO) {
                    return true;
                }
                alone += finding == Finding.ONE ? 1 : 0;
            }
        } catch (MongoException e) {
            log.debug("Whether the client has two connections was not found out", e);
        }
        return alone < ENOUGH;
    }

    private Finding look(BsonDocument hello, long giveUpAt) {
        CompletableFuture<Seen> held = hold(hello.getDocument("topologyVersion"));
        Seen before = Seen.of(hello, 0);
        Seen beside;
        Duration pause = HEAD_START;
        do {
            await(held, pause);
            beside = ask(HELLO, left(giveUpAt));
            if (beside.isOnAnotherThan(before)) {
                return Finding.TWO;
            }
            pause = PAUSE;
        } while (!held.isDone());
        return held.isCompletedExceptionally() ? Finding.OPEN : judge(held.join(), beside, hello);
    }

    private static Duration left(long giveUpAt) {
        return Duration.ofNanos(Math.max(1_000_000, giveUpAt - System.nanoTime()));
    }

    private static Finding judge(Seen held, Seen beside, BsonDocument hello) {
        if (beside.isOnAnotherThan(held)) {
            return Finding.TWO;
        }
        boolean wasHeld = held.topology.equals(hello.getDocument("topologyVersion"));
        boolean waited = beside.began - held.ended < 0 && beside.ended - held.ended > 0;
        return wasHeld && waited ? Finding.ONE : Finding.OPEN;
    }

    /** A server answers it when its topology is no longer the one that is known, or the time is over. */
    private CompletableFuture<Seen> hold(BsonDocument known) {
        Duration third = timeout.dividedBy(3);
        Duration hold = third.compareTo(LONGEST_HOLD) < 0 ? third : LONGEST_HOLD;
        BsonDocument waiting =
                HELLO.clone().append("topologyVersion", known).append("maxAwaitTimeMS", new BsonInt64(hold.toMillis()));
        CompletableFuture<Seen> held = new CompletableFuture<>();
        Thread.ofVirtual().name("lockkeeper-pool-check").start(() -> {
            try {
                held.complete(ask(waiting, Duration.ZERO));
            } catch (MongoException | IllegalStateException e) { // the latter where the client was closed meanwhile
                held.completeExceptionally(e);
            }
        });
        return held;
    }

    private Seen ask(BsonDocument hello, Duration within) {
        long began = System.nanoTime();
        return Seen.of(server.ask(hello, within), began);
    }

    private static void await(CompletableFuture<Seen> held, Duration within) {
        try {
            held.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.trace("Not held, or held still", e);
        }
    }

    /**
     * On which connection a server process saw a command.
     *
     * @param topology the process, and how often what it knows of the others has changed
     */
    private record Seen(BsonDocument topology, long connection, long began, long ended) {

        private static final BsonDocument NOBODY = new BsonDocument();
        private static final BsonInt32 NOWHERE = new BsonInt32(0);

        /** Whether the server itself answered: a proxy in between knows neither. */
        static boolean isTold(BsonDocument hello) {
            return hello.isDocument("topologyVersion") && hello.isNumber("connectionId");
        }

        static Seen of(BsonDocument hello, long began) {
            return new Seen(
                    hello.getDocument("topologyVersion", NOBODY),
                    hello.getNumber("connectionId", NOWHERE).longValue(),
                    began,
                    System.nanoTime());
        }

        /** Whether the connections differ; false if another router was asked, to which the client has connections of its own. */
        boolean isOnAnotherThan(Seen other) {
            return connection != other.connection && process().equals(other.process());
        }

        private BsonValue process() {
            return topology.get("processId", BsonNull.VALUE);
        }
    }
}
