package io.lockkeeper.faults.scenario;

import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.faults.client.ClientProcess;
import io.lockkeeper.faults.client.ClientProcess.Setup;
import io.lockkeeper.faults.client.ClientRequest;
import io.lockkeeper.faults.cluster.Cluster;
import io.lockkeeper.faults.cluster.HintDamage;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Waiter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.Document;

/** What the steps of a scenario are made of. A step that does not come off ends it with an {@link IllegalStateException}. */
final class Stage implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration ALLOWANCE = Duration.ofMillis(100);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(6);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private final Cluster cluster;
    private final History history;
    private final Setup setup;
    private final Map<String, ClientProcess> clients = new LinkedHashMap<>();
    private final Map<String, WakeMode> modes = new HashMap<>();
    private int calls;

    Stage(Cluster cluster, History history, String database, Duration ttl, Path resource, List<Path> overlay) {
        this.cluster = cluster;
        this.history = history;
        this.setup = new Setup(
                cluster.uri(),
                database,
                ttl,
                ALLOWANCE,
                ANSWER_TIMEOUT,
                resource,
                cluster.network().clients(),
                overlay,
                WakeMode.STREAM); // of which the scenarios cut, delay and await the events, but for those of hints
    }

    Cluster cluster() {
        return cluster;
    }

    private String database() {
        return setup.database();
    }

    /** Starts them, all at a time. */
    void clients(String... names) throws InterruptedException {
        clients(setup, names);
    }

    void hastyClients(Duration answerTimeout, String... names) throws InterruptedException {
        clients(setup.withAnswerTimeout(answerTimeout), names);
    }

    /** Those are woken by hints, or as the mode says. */
    void clientsWoken(WakeMode wakes, String... names) throws InterruptedException {
        clients(setup.waking(wakes), names);
    }

    private void clients(Setup how, String... names) throws InterruptedException {
        for (String name : names) {
            clients.put(name, ClientProcess.start(name, how, history));
            modes.put(name, how.wakes());
        }
        for (String name : names) {
            client(name).awaitReady();
        }
    }

    ClientProcess client(String name) {
        return Objects.requireNonNull(clients.get(name), name);
    }

    /** Asks for an exclusive lock; the call's name. */
    String ask(String client, String lock) {
        return ask(client, lock, 1, 1);
    }

    String ask(String client, String lock, int weight, int capacity) {
        return ask(client, lock, weight, capacity, LONGEST_WAIT, "");
    }

    String ask(String client, String lock, int weight, int capacity, Duration longestWait, String suffix) {
        String call = client + "-" + ++calls + suffix;
        client(client).acquire(new ClientRequest(call, lock, weight, capacity, setup.ttl(), longestWait));
        return call;
    }

    /** Asks, and returns once it is granted. */
    String hold(String client, String lock) throws InterruptedException {
        String call = ask(client, lock);
        granted(call);
        return call;
    }

    /** Returns once the client keeps the lock's lease unused. */
    void kept(String client, String lock) throws InterruptedException {
        String call = askedToKeep(client, lock);
        if (!holder(call).isKept()) {
            throw new IllegalStateException(call + " is not kept");
        }
    }

    /** The client has had the lock, and would keep its lease if it may: it listens. */
    String askedToKeep(String client, String lock) throws InterruptedException {
        release(client, hold(client, lock)); // from now on it listens
        if (modes.get(client) == WakeMode.STREAM) {
            listening(client);
        } else {
            reading(client);
        }
        String call = hold(client, lock);
        release(client, call);
        return call;
    }

    /** Asks, and returns once the request stands in the queue. */
    String queue(String client, String lock) throws InterruptedException {
        String call = ask(client, lock);
        queued(call);
        return call;
    }

    /** Asks for so much, and returns once the request stands in the queue. */
    String queued(String client, String lock, int weight, int capacity) throws InterruptedException {
        String call = ask(client, lock, weight, capacity);
        queued(call);
        return call;
    }

    Event.Granted granted(String call) throws InterruptedException {
        return await(Event.Granted.class, each -> each.call().equals(call), call + " was not granted");
    }

    void queued(String call) throws InterruptedException {
        waiter(call);
    }

    /** The call's place in the queue, as it was stored first. */
    private Waiter waiter(String call) throws InterruptedException {
        LockDocument lock = stored(call, each -> waiter(each, call).isPresent(), "was never queued");
        return waiter(lock, call).orElseThrow();
    }

    private static Optional<Waiter> waiter(LockDocument lock, String call) {
        return lock.queue().stream()
                .filter(each -> each.owner().note().equals(call))
                .findFirst();
    }

    /** Returns once the document says that the call holds, whether its caller knows or not. */
    void storedAsHolder(String call) throws InterruptedException {
        holder(call);
    }

    /** The call's lease as it is stored. */
    Holder holder(String call) throws InterruptedException {
        LockDocument lock = stored(call, each -> holder(each, call).isPresent(), "was never stored as a holder");
        return holder(lock, call).orElseThrow();
    }

    private LockDocument stored(String call, Predicate<LockDocument> wanted, String hitch) throws InterruptedException {
        Event.Stored found = await(
                Event.Stored.class,
                each -> !each.document().isEmpty() && wanted.test(document(each)),
                call + " " + hitch);
        return document(found);
    }

    private static Optional<Holder> holder(LockDocument lock, String call) {
        return lock.holders().stream()
                .filter(each -> each.owner().note().equals(call))
                .findFirst();
    }

    private static LockDocument document(Event.Stored stored) {
        return LockMapper.fromBson(BsonDocument.parse(stored.document()));
    }

    /** Returns once the call has come to an end without a lease. */
    void over(String call) throws InterruptedException {
        await(
                Event.class,
                each -> (each instanceof Event.Refused no && no.call().equals(call))
                        || (each instanceof Event.Unknown unknown
                                && unknown.call().equals(call)),
                call + " did not come to an end");
    }

    void asked(String call) throws InterruptedException {
        await(Event.Asked.class, each -> each.call().equals(call), call + " was not asked");
    }

    void release(String client, String call) throws InterruptedException {
        client(client).release(call);
        await(Event.Released.class, each -> each.call().equals(call), call + " was not released");
    }

    /** An operator ends the lease that stands in the document for the call, with that process's agent's code. */
    void evict(String operator, String call, Duration quarantine) throws InterruptedException {
        Holder seen = holder(call);
        String lock = granted(call).lock();
        client(operator).evict("eviction-of-" + call, lock, seen.acquirer(), seen.token(), "MARK", quarantine);
        await(Event.Evicted.class, each -> each.eviction().equals("eviction-of-" + call), "no eviction");
    }

    /** From now on nothing stands in the way of the call: it is to be served within so much. Returns when it is, or too late. */
    void due(String call, Duration within) throws InterruptedException {
        long now = System.nanoTime();
        history.add(new Event.Due(now, call, now + within.toNanos()));
        var unused = history.await(Event.Granted.class, each -> each.call().equals(call), within);
    }

    /** Lets things take their course. */
    void watch(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    /** Commands of one client come back with an error, from now on and on every member. */
    void fail(String client, int code, String... commands) {
        cluster.failCommand(commandsOf(client, commands).append("errorCode", code));
    }

    /** One client's reads of locks fail, so that it hears of a change or learns nothing. */
    void failLooks(String client, int code) {
        cluster.failCommand(commandsOf(client, "find")
                .append("namespace", database() + "." + LockDocument.COLLECTION)
                .append("errorCode", code));
    }

    /** The client, whose call waits, cannot use the collection any more in which its hints are. */
    void forbidHints(String client, int code, String call) throws InterruptedException {
        String agent = waiter(call).owner().agent();
        cluster.failCommand(commandsOf(client, "find", "getMore", "insert", "create", "convertToCapped")
                .append("namespace", database() + "." + HintPlace.DATABASE.collection(database(), agent))
                .append("errorCode", code));
    }

    /** None is written any more, by any client. */
    void loseHints(int code) {
        cluster.failCommand(new Document("failCommands", List.of("insert")).append("errorCode", code));
    }

    void damage(HintDamage damage) {
        damage.strike(cluster.client(), database());
    }

    /** The next command of one client hangs for so long on the primary before it is run. */
    void hangNext(String client, Duration time, String command) {
        cluster.failPoint(cluster.primary(), "failCommand", new Document("times", 1), hanging(client, time, command));
    }

    /** Commands of one client hang for so long on the present primary, and on no other. */
    void hangOnPrimary(String client, Duration time, String command) {
        cluster.failPoint(cluster.primary(), "failCommand", "alwaysOn", hanging(client, time, command));
    }

    void hang(String client, Duration time, String command) {
        cluster.failPoint("failCommand", hanging(client, time, command));
    }

    void unfail() {
        cluster.failCommandOff();
    }

    /** What is written is not acknowledged until {@link #heal}: no secondary applies it. */
    void stopApplying() {
        cluster.secondaries().forEach(each -> cluster.failPoint(each, "rsSyncApplyStop", "alwaysOn", new Document()));
    }

    void heal() {
        cluster.heal();
    }

    /** Returns once the call's lease was renewed. */
    void touched(String call) throws InterruptedException {
        stored(
                call,
                lock -> holder(lock, call)
                        .filter(each -> each.updatedAt().isAfter(each.acquiredAt()))
                        .isPresent(),
                "was never renewed");
    }

    /** Returns a moment after the client's stream was opened: when it opens, each waiter looks for itself. */
    void listening(String client) throws InterruptedException {
        awaitCursor(client, "$changeStream");
    }

    /** Returns a moment after the client's cursor over hints was opened. */
    void reading(String client) throws InterruptedException {
        awaitCursor(client, HintPlace.PREFIX);
    }

    private void awaitCursor(String client, String over) throws InterruptedException {
        long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
        while (!hasCursor(client, over)) {
            if (System.nanoTime() > giveUpAt) {
                throw new IllegalStateException(client + " opened no cursor over " + over);
            }
            Thread.sleep(LOOK);
        }
        Thread.sleep(LOOK.multipliedBy(10));
    }

    private boolean hasCursor(String client, String over) {
        Document running = cluster.client()
                .getDatabase("admin")
                .runCommand(Document.parse(
                        "{ aggregate: 1, cursor: {}, pipeline: [ { $currentOp: { idleCursors: true } } ] }"));
        return running.get("cursor", Document.class).getList("firstBatch", Document.class).stream()
                .filter(each -> client.equals(each.getString("appName")))
                .filter(each -> each.get("cursor") != null)
                .anyMatch(each -> each.toJson().contains(over));
    }

    /** Makes sure that the grant's event has that form, or the scenario shows nothing. */
    void told(String call, String form) throws InterruptedException {
        Event.Stored grant = await(
                Event.Stored.class,
                each -> !each.document().isEmpty()
                        && holder(document(each), call).isPresent(),
                call + " was never stored as a holder");
        if (!grant.form().equals(form)) {
            throw new IllegalStateException("The grant of %s was told as %s".formatted(call, grant.form()));
        }
    }

    /** Deletes the lock's document, as the server does with one that was not used for long. */
    void purge(String lock) {
        cluster.client()
                .getDatabase(database())
                .getCollection(LockDocument.COLLECTION)
                .deleteOne(new Document("_id", lock));
    }

    /** The data of a fail point that is to hit only writes to locks. */
    Document onLocks() {
        return new Document("nss", database() + "." + LockDocument.COLLECTION);
    }

    static Document none() {
        return new Document();
    }

    private static Document hanging(String client, Duration time, String command) {
        return commandsOf(client, command).append("blockConnection", true).append("blockTimeMS", time.toMillis());
    }

    private static Document commandsOf(String client, String... commands) {
        return new Document("failCommands", List.of(commands)).append("appName", client);
    }

    private <E extends Event> E await(Class<E> kind, Predicate<E> wanted, String hitch) throws InterruptedException {
        return history.await(kind, wanted, PATIENCE).orElseThrow(() -> new IllegalStateException(hitch));
    }

    @Override
    public void close() {
        clients.values().forEach(ClientProcess::close);
    }
}
