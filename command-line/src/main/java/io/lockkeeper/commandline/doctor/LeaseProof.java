package io.lockkeeper.commandline.doctor;

import static io.lockkeeper.commandline.doctor.ProofFigures.millis;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Updates;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;

/** What becomes of leases: their tokens, their end without their holder, their way to the next holder and what they cost. */
final class LeaseProof {

    private static final int HAND_OFFS = 20;
    private static final int PAIRS = 30;
    private static final Duration SLOW_HAND_OFF = Duration.ofMillis(1_500);
    /** Beside the round trips of a hand-off: an agent that hears no hint looks within a second. */
    private static final Duration LATE_HINT = Duration.ofMillis(200);

    private static final int ROUND_TRIPS = 8;

    private static final Duration SLOW_NOTICE = Duration.ofSeconds(3);
    /** What a lease has to be old for its agent to listen for its end. */
    private static final Duration LISTENS = Duration.ofSeconds(3);

    private static final Duration LONGEST_ENQUEUE = Duration.ofSeconds(10);
    private static final Duration WATCHED = Duration.ofSeconds(10);

    private final Database database;
    private final LockAgent agent;
    private Duration handOff = Duration.ZERO;
    private Duration pair = Duration.ZERO;
    private Duration bare = Duration.ZERO;
    private double perWait;

    LeaseProof(Database database, LockAgent agent) {
        this.database = database;
        this.agent = agent;
    }

    Finding tokensAfterAPurge() throws InterruptedException {
        long before = token(Increments.LOCK);
        database.locks().deleteOne(Filters.eq(Increments.LOCK));
        long after = token(Increments.LOCK);
        return after > before
                ? Finding.ok("tokens", "grow also over a purge of the lock's document")
                : Finding.failed(
                        "tokens",
                        "after the lock's document was deleted, token %s followed %s".formatted(after, before),
                        "The servers' clocks go backwards: let NTP or chrony keep them.");
    }

    private long token(String lock) throws InterruptedException {
        try (Lease lease = agent.acquire(ProofPeerCommand.request(lock))) {
            return lease.token();
        }
    }

    /** The peer is dead afterwards. */
    Finding expiry(ProofPeer peer) throws InterruptedException {
        Duration ttl = agent.options().ttl();
        peer.have("take proof:expiry");
        long taken = System.nanoTime();
        peer.kill();
        agent.acquire(LockRequest.of("proof:expiry").withLongestWait(ttl.multipliedBy(4)))
                .close();
        Duration after = Duration.ofNanos(System.nanoTime() - taken);
        String said = "the lock of a killed process was granted again after %s, with a ttl of %s"
                .formatted(millis(after), millis(ttl));
        return after.compareTo(ttl.minus(agent.options().clockSkewAllowance())) > 0
                        && after.compareTo(ttl.plus(SLOW_HAND_OFF)) < 0
                ? Finding.ok("expiry", said + ", by the server's clock")
                : Finding.failed("expiry", said, "See whether the server's clock runs evenly.");
    }

    Finding handOff(ProofPeer peer) throws InterruptedException {
        long[] nanos = new long[HAND_OFFS];
        for (int i = 0; i < HAND_OFFS; i++) {
            Lease lease = agent.acquire(ProofPeerCommand.request("proof:hand-off"));
            peer.ask("take proof:hand-off");
            awaitWaiter("proof:hand-off");
            long released = System.nanoTime();
            lease.release();
            peer.await();
            nanos[i] = System.nanoTime() - released;
            peer.have("free proof:hand-off");
        }
        Arrays.sort(nanos);
        handOff = Duration.ofNanos(nanos[HAND_OFFS / 2]);
        String said = "p50 %s, longest %s of %s between two processes, woken by %s"
                .formatted(millis(handOff), millis(Duration.ofNanos(nanos[HAND_OFFS - 1])), HAND_OFFS, wakes());
        boolean hinted = agent.monitor().status().wakes().isPresent();
        if (hinted && handOff.compareTo(LATE_HINT.plus(roundTrip().multipliedBy(ROUND_TRIPS))) > 0) {
            return Finding.warning(
                    "hand-off", said, "Hints come late or are lost: see the load of the primary, and the network.");
        }
        return handOff.compareTo(SLOW_HAND_OFF) < 0
                ? Finding.ok("hand-off", said)
                : Finding.warning("hand-off", said, "Grant what the checks above name as missing.");
    }

    /** The shortest of some. */
    private Duration roundTrip() throws InterruptedException {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < ROUND_TRIPS; i++) {
            shortest = Math.min(shortest, nanos(() -> snapshot("proof:hand-off")));
        }
        return Duration.ofNanos(shortest);
    }

    private void awaitWaiter(String lock) throws InterruptedException {
        long until = System.nanoTime() + LONGEST_ENQUEUE.toNanos();
        while (Change.answer(snapshot(lock)).lock().queue().isEmpty()) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("no waiter came within %s s".formatted(LONGEST_ENQUEUE.toSeconds()));
            }
            Thread.sleep(20);
        }
    }

    private BsonDocument snapshot(String lock) {
        BsonDocument found = database.locks()
                .find(Filters.eq(lock))
                .projection(Change.answerProjection())
                .first();
        if (found == null) {
            throw new IllegalStateException("the document of \"%s\" is not there".formatted(lock));
        }
        return found;
    }

    private String wakes() {
        return agent.monitor()
                .status()
                .wakes()
                .map(place -> "hints in " + place.database(database.name()))
                .orElse("a change stream, or by looking");
    }

    Finding eviction() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        try (Lease lease = agent.acquire(ProofPeerCommand.request("proof:eviction"))) {
            lease.onLoss(new LeaseListener() {
                @Override
                public void lost(Lease lost, LeaseLoss loss) {
                    told.countDown();
                }
            });
            Thread.sleep(LISTENS.toMillis());
            Holder holder = Change.answer(snapshot("proof:eviction")).lock().holders().stream()
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("the lease was gone before it was evicted"));
            Change change = Settle.evict(
                    "proof:eviction", holder, "doctor", "a proof", Duration.ofSeconds(1), "proof-eviction");
            long evicted = System.nanoTime();
            database.change(change, change.filter(), "proof-eviction");
            boolean heard = told.await(SLOW_NOTICE.toMillis(), TimeUnit.MILLISECONDS);
            Duration after = Duration.ofNanos(System.nanoTime() - evicted);
            return heard
                    ? Finding.ok("eviction", "its holder was notified after " + millis(after))
                    : Finding.warning(
                            "eviction",
                            "its holder was not notified within " + millis(SLOW_NOTICE),
                            "It learns of it at its next renewal; grant what the checks above name as missing.");
        }
    }

    /** A lock and its release beside the fewest commands that could do the same, in turns. */
    Finding speed() throws InterruptedException {
        long[] ours = new long[PAIRS];
        long[] others = new long[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            ours[i] = nanos(() -> token("proof:speed"));
            others[i] = nanos(this::barePair);
        }
        Arrays.sort(ours);
        Arrays.sort(others);
        pair = Duration.ofNanos(ours[PAIRS / 2]);
        bare = Duration.ofNanos(others[PAIRS / 2]);
        return Finding.ok(
                "speed",
                "a lock and its release take %s (p50), two bare writes of the driver %s"
                        .formatted(millis(pair), millis(bare)));
    }

    private interface Step {
        Object run() throws InterruptedException;
    }

    private static long nanos(Step step) throws InterruptedException {
        long began = System.nanoTime();
        var unused = step.run();
        return System.nanoTime() - began;
    }

    private Object barePair() {
        MongoCollection<BsonDocument> documents = database.collection(database.name(), "proof_bare");
        FindOneAndUpdateOptions upsert = new FindOneAndUpdateOptions().upsert(true);
        documents.findOneAndUpdate(Filters.eq("proof:speed"), Updates.set("holder", "proof"), upsert);
        return String.valueOf(documents.findOneAndUpdate(Filters.eq("proof:speed"), Updates.unset("holder")));
    }

    /** What an agent that waits, and one that does nothing, send; and what that is for many. */
    Finding load(int agents, Pace pace) throws InterruptedException {
        Pace waits = pace.shared();
        Pace rests = pace.shared();
        AgentOptions options = ProofPeerCommand.options("proof-load").withTtl(AgentOptions.DEFAULT_TTL);
        try (Database one = database.beside(database.name(), waits);
                Database other = database.beside(database.name(), rests);
                LockAgent waiting = LockAgent.connect(one.client(), one.name(), options);
                LockAgent resting = LockAgent.connect(other.client(), other.name(), options);
                Lease held = agent.acquire(ProofPeerCommand.request("proof:load"))) {
            CompletableFuture<Lease> wait = waiting.acquireAsync(LockRequest.of(held.name()));
            awaitWaiter(held.name());
            long[] before = {waits.sent(), rests.sent()};
            Thread.sleep(WATCHED.toMillis());
            perWait = (waits.sent() - before[0]) / (double) WATCHED.toSeconds();
            double perRest = (rests.sent() - before[1]) / (double) WATCHED.toSeconds();
            wait.cancel(true);
            boolean hints = resting.monitor().status().wakes().isPresent();
            String said = String.format(
                    Locale.ROOT,
                    "an agent that waits sends %.1f commands a second, one that does nothing %.1f: %d that wait, %.0f, and %d change streams",
                    perWait,
                    perRest,
                    agents,
                    agents * perWait,
                    hints ? 0 : agents);
            return load(said, held.isHeld(), agent.options().ttl());
        }
    }

    static Finding load(String said, boolean held, Duration ttl) {
        return held
                ? Finding.ok("load", said)
                : Finding.warning(
                        "load",
                        "a lease of %s was lost meanwhile, although its holder lives; %s".formatted(millis(ttl), said),
                        "Renewals come too late for so short a ttl: see the load of the primary, and the network.");
    }

    ProofFigures figures() {
        return new ProofFigures(wakes(), handOff, pair, bare, perWait);
    }
}
