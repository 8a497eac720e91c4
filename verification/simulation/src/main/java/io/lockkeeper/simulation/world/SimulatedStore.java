package io.lockkeeper.simulation.world;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * The locks as one agent reaches them through its network: what {@code MongoLockStore} is with a driver.
 *
 * @param streams whether the agent is granted a change stream
 */
public record SimulatedStore(Network network, boolean streams) implements LockStore {

    private static final BsonDocument REFUSED =
            BsonDocument.parse("{ ok: 0, code: 8000, errmsg: 'change stream limit exceeded' }");

    @Override
    public Reply apply(Ask asked, String stamp, Duration timeout) {
        Ask ask = asked instanceof Ask.Combinable combinable ? withFewTokens(combinable) : asked;
        Optional<Reply> old = ofOldPrimary(ask);
        if (old.isPresent()) {
            return old.get();
        }
        Network.Answer<Optional<Snapshot>> answer = network.call(
                ask.getClass().getSimpleName(),
                timeout,
                at -> network.server().change(ask.lock().value(), at, stamp, new Step.Asked(ask)));
        return answer.value()
                .<Reply>map(snapshot -> new Reply.Answered(snapshot, true))
                .orElseGet(() -> new Reply.Unknown(Network.noAnswer()));
    }

    /** A try that changes nothing is acknowledged by a primary without a majority. */
    private Optional<Reply> ofOldPrimary(Ask ask) {
        return ask instanceof Ask.TryEnqueue attempt
                ? network.past()
                        .flatMap(past -> snapshot(past, ask.lock()))
                        .filter(snapshot -> snapshot.isTaken(attempt.request().weight()))
                        .map(snapshot -> new Reply.Answered(Optional.of(snapshot), true))
                : Optional.empty();
    }

    /** Of one lock, so few that a kept lease runs out of them. */
    private static Ask.Combinable withFewTokens(Ask.Combinable ask) {
        return switch (ask) {
            case Ask.Enqueue enqueue ->
                new Ask.Enqueue(enqueue.lock(), withFewTokens(enqueue.lock(), enqueue.request()), enqueue.behind());
            case Ask.TryEnqueue attempt ->
                new Ask.TryEnqueue(attempt.lock(), withFewTokens(attempt.lock(), attempt.request()), attempt.recall());
            default -> ask;
        };
    }

    private static Request withFewTokens(LockName lock, Request request) {
        Keep keep = request.keep();
        return keep == null || !lock.value().equals("y")
                ? request
                : new Request(
                        request.acquirer(),
                        request.weight(),
                        request.capacity(),
                        request.ttl(),
                        request.owner(),
                        new Keep(keep.time(), 2, keep.cohort()));
    }

    private Optional<Snapshot> snapshot(SimulatedServer.Past past, LockName lock) {
        LockDocument document = past.locks().get(lock.value());
        return Optional.ofNullable(document)
                .map(each -> new Snapshot(each, network.server().now(past.clockMillis())));
    }

    @Override
    public List<Reply> applyAll(List<Ask.Combinable> asked, String stamp, Duration timeout) {
        List<Ask.Combinable> asks =
                asked.stream().map(SimulatedStore::withFewTokens).toList();
        Map<LockName, List<Ask.Combinable>> byLock = byLock(asks);
        Optional<List<Reply>> replies = byLock.size() == 1
                ? network.call("batch", timeout, at -> shown(asks, byLock, stamp, together(byLock, stamp, at), at))
                        .value()
                : inTwoSteps(byLock, asks, stamp, timeout);
        if (asks.size() > 1 && replies.isEmpty() && Thread.currentThread().isInterrupted()) {
            network.server().cutOff(network.machine().name());
        }
        return replies.orElseGet(() -> asks.stream()
                .<Reply>map(ask -> new Reply.Unknown(Network.noAnswer()))
                .toList());
    }

    /** The asks of each lock that fit into one change: requests for the same capacity. The others are sent by themselves. */
    private static Map<LockName, List<Ask.Combinable>> byLock(List<Ask.Combinable> asks) {
        Map<LockName, List<Ask.Combinable>> byLock = new LinkedHashMap<>();
        for (Ask.Combinable ask : asks) {
            List<Ask.Combinable> together = byLock.computeIfAbsent(ask.lock(), lock -> new ArrayList<>());
            if (Stream.concat(together.stream(), Stream.of(ask))
                            .flatMap(each -> capacity(each).stream())
                            .distinct()
                            .count()
                    <= 1) {
                together.add(ask);
            }
        }
        return byLock;
    }

    private static Optional<Integer> capacity(Ask.Combinable ask) {
        return switch (ask) {
            case Ask.Enqueue enqueue -> Optional.of(enqueue.request().capacity());
            case Ask.TryEnqueue attempt -> Optional.of(attempt.request().capacity());
            default -> Optional.empty();
        };
    }

    /** Of several locks, what came of them is read afterwards: others may have come in between. */
    private Optional<List<Reply>> inTwoSteps(
            Map<LockName, List<Ask.Combinable>> byLock, List<Ask.Combinable> asks, String stamp, Duration timeout) {
        return network.call("batch", timeout, at -> together(byLock, stamp, at))
                .value()
                .flatMap(ended -> network.call("batch-read", timeout, at -> shown(asks, byLock, stamp, ended, at))
                        .value());
    }

    /** Those of one lock are one change. Returns the releases that ended a lease. */
    private List<Ask> together(Map<LockName, List<Ask.Combinable>> byLock, String stamp, Instant at) {
        List<Ask> ended = new ArrayList<>();
        byLock.forEach((lock, each) -> {
            each.stream().filter(ask -> endsALease(ask, at)).forEach(ended::add);
            var unused = network.server().change(lock.value(), at, stamp, new Step.Together(each));
        });
        return ended;
    }

    private List<Reply> shown(
            List<Ask.Combinable> asks,
            Map<LockName, List<Ask.Combinable>> byLock,
            String stamp,
            List<Ask> ended,
            Instant at) {
        return asks.stream()
                .<Reply>map(ask -> !byLock.getOrDefault(ask.lock(), List.of()).contains(ask) || isOpen(ask, stamp)
                        ? new Reply.Answered(
                                network.server().change(ask.lock().value(), at, stamp, new Step.Asked(ask)), true)
                        : new Reply.Answered(network.server().read(ask.lock().value()), false, ended.contains(ask)))
                .toList();
    }

    /** Whether an enqueue is sent again by itself, because the read does not show its stamp. */
    private boolean isOpen(Ask ask, String stamp) {
        return ask instanceof Ask.Enqueue
                && network.server().document(ask.lock().value()).stream()
                        .flatMap(lock -> Stream.concat(
                                lock.holder(ask.acquirer()).map(Holder::stamp).stream(),
                                lock.waiter(ask.acquirer()).map(Waiter::stamp).stream()))
                        .noneMatch(stamp::equals);
    }

    private boolean endsALease(Ask ask, Instant at) {
        return ask instanceof Ask.Remove remove
                && remove.releases()
                && network.server()
                        .document(ask.lock().value())
                        .flatMap(lock -> lock.holder(ask.acquirer()))
                        .filter(holder -> holder.token() == remove.lease().getAsLong())
                        .filter(holder ->
                                holder.evicted() == null && holder.expiresAt().isAfter(at))
                        .isPresent();
    }

    /** An update, and then a read: the one may fail without the other. */
    @Override
    public Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout) {
        Map<String, List<Beat>> byLock = beats.stream()
                .collect(Collectors.groupingBy(beat -> beat.lock().value(), LinkedHashMap::new, Collectors.toList()));
        Network.Answer<Boolean> update = network.call("touches", timeout, at -> {
            byLock.forEach((name, each) -> {
                if (network.server().document(name).isPresent()) {
                    var unused = network.server().change(name, at, stamp, new Step.Touched(each));
                }
            });
            return true;
        });
        boolean acknowledged = update.value().isPresent() && update.fate() != Fate.READ_ALONE;
        Map<String, Snapshot> read = read(beats.stream().map(Beat::lock).toList(), timeout);
        return new Touched(acknowledged ? Optional.empty() : Optional.of(new Reply.Unknown(Network.noAnswer())), read);
    }

    @Override
    public void endAll(Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
        List<Ask> all = new ArrayList<>(lingers);
        all.addAll(removes);
        var unused = network.call(Network.END, timeout, at -> {
                    all.forEach(ask -> apply(ask, stamp, at));
                    return true;
                })
                .value()
                .orElseThrow(Network::noAnswer);
    }

    private void apply(Ask ask, String stamp, Instant at) {
        var unused = network.server().change(ask.lock().value(), at, stamp, new Step.Asked(ask));
    }

    @Override
    public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
        List<LockName> distinct = names.stream().distinct().toList();
        return network.read(
                        "read",
                        timeout,
                        past -> byName(distinct.stream()
                                .flatMap(name -> snapshot(past, name).stream())
                                .toList()),
                        at -> byName(distinct.stream()
                                .flatMap(name -> network.server().read(name.value()).stream())
                                .toList()))
                .value()
                .orElseThrow(Network::noAnswer);
    }

    private static Map<String, Snapshot> byName(List<Snapshot> snapshots) {
        Map<String, Snapshot> byName = new HashMap<>();
        snapshots.forEach(each -> byName.put(each.lock().name(), each));
        return byName;
    }

    @Override
    public List<Use> uses(Collection<LockName> names, Duration timeout) {
        return read(names, timeout).values().stream()
                .map(Snapshot::lock)
                .map(lock -> new Use(
                        lock.name(),
                        !lock.isIdle(),
                        lock.released() == null
                                ? Instant.EPOCH
                                : lock.released().at()))
                .toList();
    }

    @Override
    public void confirm(Duration timeout) {
        var unused = network.call("confirm", timeout, at -> true).value().orElseThrow(Network::noAnswer);
    }

    @Override
    public Wakes wakes(String agent) {
        boolean open = network.call(
                        "watch", Duration.ofSeconds(15), at -> network.server().hasStreams())
                .value()
                .orElseThrow(Network::noAnswer);
        if (!streams) {
            throw new MongoCommandException(REFUSED, new ServerAddress());
        }
        if (!open) {
            throw new MongoException("No stream can be opened now");
        }
        return new SimulatedWakes(network, agent);
    }
}
