package io.lockkeeper.faults.client;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** One client's agent, and the orders that it carries out: each on a thread of its own, asynchronous ones on a virtual thread. */
final class Session {

    private static final Duration LOOK = Duration.ofMillis(10);

    private final LockAgent agent;
    private final Resource resource;
    private final Journal journal;
    private final Operator operator;
    private final Duration ttl;
    private final Map<String, CompletableFuture<Lease>> leases = new ConcurrentHashMap<>();
    private final Map<String, Thread> asking = new ConcurrentHashMap<>();
    private final List<Load> loads = new ArrayList<>();

    Session(LockAgent agent, Resource resource, Journal journal, Operator operator, Duration ttl) {
        this.agent = agent;
        this.resource = resource;
        this.journal = journal;
        this.operator = operator;
        this.ttl = ttl;
    }

    void obey(String order) {
        String[] words = order.split(" ", -1);
        switch (words[0]) {
            case "acquire" -> acquire(ClientRequest.of(words));
            case "release" -> start(() -> release(words[1]));
            case "renew" -> start(() -> renew(words[1]));
            case "interrupt" -> Optional.ofNullable(asking.get(words[1])).ifPresent(Thread::interrupt);
            case "evict" -> start(() -> operator.evict(Operator.Order.of(words)));
            case "work" -> work(Integer.parseInt(words[1]), new SplittableRandom(Long.parseLong(words[2])));
            case "stop" -> loads.forEach(Load::stop);
            default -> throw new IllegalArgumentException(order);
        }
    }

    private void acquire(ClientRequest ask) {
        Call call = new Call(agent, resource, journal, ask);
        Thread thread = Thread.ofVirtual().name(ask.call()).unstarted(() -> {
            Optional<Lease> lease = call.ask();
            asking.remove(ask.call());
            lease.ifPresentOrElse(each -> watch(ask, call, each), () -> leases.remove(ask.call()));
        });
        asking.put(ask.call(), thread);
        leases.put(ask.call(), new CompletableFuture<>());
        thread.start();
    }

    /** Looks at the lease until it is let go, or as long as it is held. */
    private void watch(ClientRequest ask, Call call, Lease lease) {
        CompletableFuture<Lease> wanted = leases.get(ask.call());
        if (wanted != null) {
            call.use(lease);
            wanted.complete(lease);
        }
        while (leases.containsKey(ask.call()) && call.isHeld(lease)) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Also where the order comes before its lease is noted down. */
    private void release(String call) {
        CompletableFuture<Lease> wanted = leases.get(call);
        if (wanted != null) {
            Lease lease = wanted.join();
            leases.remove(call);
            new Call(agent, resource, journal, new ClientRequest(call, lease.name(), 1, 1, ttl, Duration.ZERO))
                    .release(lease);
        }
    }

    private void renew(String call) {
        try {
            Optional.ofNullable(leases.get(call))
                    .ifPresent(lease -> lease.join().renew());
        } catch (LockException e) {
            System.err.println(journal.client() + " could not renew " + call + ": " + e.getMessage());
        }
    }

    private void work(int callers, SplittableRandom random) {
        for (int i = 0; i < callers; i++) {
            String caller = journal.client() + "-" + i;
            Load load = new Load(agent, resource, journal, random.split(), caller, ttl);
            loads.add(load);
            Thread.ofPlatform().daemon().name(caller).start(load);
        }
    }

    private static void start(Runnable action) {
        Thread.ofPlatform().daemon().start(action);
    }
}
