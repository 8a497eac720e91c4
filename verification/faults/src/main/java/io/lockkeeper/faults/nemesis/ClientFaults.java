package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.client.ClientProcess;
import io.lockkeeper.faults.client.ClientRequest;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.nemesis.Fault.Needs;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockMapper;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/** What happens to clients, at the moments that hurt: the history says when those are. */
final class ClientFaults {

    private static final int STORM = 50;

    private ClientFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("pause-holder", "a holder is halted for three times its ttl", Needs.NOTHING, world -> {
                    ClientProcess client = holder(world);
                    world.crew().pause(client);
                    world.sleep(world.ttl().multipliedBy(3));
                    return client.name();
                }),
                new Fault(
                        "nap-holder", "a holder is halted for half its ttl, and still holds", Needs.NOTHING, world -> {
                            ClientProcess client = holder(world);
                            client.pause();
                            world.sleep(world.ttl().dividedBy(2));
                            client.resume();
                            return client.name();
                        }),
                new Fault("kill-holder", "a holder is killed", Needs.NOTHING, world -> {
                    ClientProcess client = holder(world);
                    world.crew().kill(client);
                    return client.name();
                }),
                new Fault("kill-waiter", "a waiter is killed", Needs.NOTHING, world -> {
                    ClientProcess client = world.someWaiter()
                            .map(each -> world.client(each.client()))
                            .orElseGet(world.crew()::any);
                    world.crew().kill(client);
                    return client.name();
                }),
                new Fault(
                        "kill-untold",
                        "a waiter is killed that was granted and does not know yet",
                        Needs.NOTHING,
                        world -> {
                            Optional<Event.Asked> waiter = world.someWaiter();
                            ClientProcess client = waiter.map(each -> world.client(each.client()))
                                    .orElseGet(world.crew()::any);
                            world.crew().pause(client);
                            String note = waiter.map(Event.Asked::call).orElse("?");
                            var unused =
                                    world.history().await(Event.Stored.class, each -> grants(each, note), world.ttl());
                            world.crew().kill(client);
                            return client.name();
                        }),
                new Fault("evict", "evictions that race with renewals, releases and expiries", Needs.NOTHING, world -> {
                    for (int i = 0; i < 20; i++) {
                        Optional<Event.Granted> grant = world.nextGrant();
                        if (grant.isPresent()) {
                            evict(world, grant.get());
                        }
                    }
                    return "holders";
                }),
                new Fault(
                        "storm",
                        "fifty ask at once for a lock that was never used",
                        Needs.NOTHING,
                        ClientFaults::storm),
                new Fault(
                        "client-an-hour-ahead",
                        "a client's clock is an hour ahead",
                        Needs.LIBFAKETIME,
                        world -> withClock(world, "+3600s")),
                new Fault(
                        "client-an-hour-behind",
                        "a client's clock is an hour behind",
                        Needs.LIBFAKETIME,
                        world -> withClock(world, "-3600s")));
    }

    private static ClientProcess holder(World world) throws InterruptedException {
        return world.nextGrant().map(each -> world.client(each.client())).orElseGet(world.crew()::any);
    }

    private static ClientProcess operator(World world) {
        List<ClientProcess> operators = world.crew().takingOrders();
        return operators.get(world.random().nextInt(operators.size()));
    }

    private static boolean grants(Event.Stored stored, String note) {
        int holds = stored.document().indexOf("\"" + note + "\"");
        return holds >= 0 && holds < stored.document().indexOf("\"queue\"");
    }

    private static void evict(World world, Event.Granted seen) throws InterruptedException {
        Optional<String> acquirer = world.history()
                .await(Event.Stored.class, each -> grants(each, seen.call()), Duration.ofSeconds(1))
                .flatMap(each -> acquirer(each, seen.token()));
        if (acquirer.isPresent()) {
            String way = world.random().nextInt(5) == 0 ? "NOW" : "MARK";
            String name = "eviction-" + seen.call();
            Duration quarantine = Duration.ofMillis(world.random().nextInt(1, 1_500));
            operator(world).evict(name, seen.lock(), acquirer.get(), seen.token(), way, quarantine);
        }
    }

    private static Optional<String> acquirer(Event.Stored stored, long token) {
        return LockMapper.fromBson(BsonDocument.parse(stored.document())).holders().stream()
                .filter(each -> each.token() == token)
                .map(Holder::acquirer)
                .findFirst();
    }

    private static String storm(World world) throws InterruptedException {
        String lock = "storm-" + Long.toString(world.random().nextLong(1L << 40), 36);
        for (int i = 0; i < STORM; i++) {
            List<ClientProcess> clients = world.crew().takingOrders();
            ClientRequest ask = new ClientRequest(lock + "-" + i, lock, 1, 1, world.ttl(), Duration.ofSeconds(40));
            clients.get(i % clients.size()).acquire(ask);
        }
        Set<String> served = new HashSet<>();
        for (int i = 0; i < STORM; i++) {
            world.history()
                    .await(
                            Event.Granted.class,
                            each -> each.lock().equals(lock) && !served.contains(each.call()),
                            world.ttl())
                    .ifPresent(grant -> {
                        served.add(grant.call());
                        world.crew().find(grant.client()).ifPresent(client -> client.release(grant.call()));
                    });
        }
        return lock;
    }

    private static String withClock(World world, String offset) throws InterruptedException {
        ClientProcess client = world.crew().hire(FakeTime.shifted(offset));
        world.sleep(world.ttl());
        world.crew().dismiss(client);
        return client.name();
    }
}
