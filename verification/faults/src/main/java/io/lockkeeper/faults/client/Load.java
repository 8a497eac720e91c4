package io.lockkeeper.faults.client;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** One caller that asks for locks of every kind, holds what it gets for a while, uses it, and lets go, until it is stopped. */
final class Load implements Runnable {

    private static final Duration LOOK = Duration.ofMillis(15);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(40);
    private static final int SEMAPHORE = 3;
    private static final List<String> LOCKS = List.of(
            "exclusive-1",
            "exclusive-2",
            "exclusive-3",
            "kept-1",
            "kept-2",
            "read-write-1",
            "read-write-2",
            "semaphore-1");

    private final LockAgent agent;
    private final Resource resource;
    private final Journal journal;
    private final SplittableRandom random;
    private final String caller;
    private final Duration ttl;
    private volatile boolean stopped;
    private int calls;

    Load(LockAgent agent, Resource resource, Journal journal, SplittableRandom random, String caller, Duration ttl) {
        this.agent = agent;
        this.resource = resource;
        this.journal = journal;
        this.random = random;
        this.caller = caller;
        this.ttl = ttl;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        while (!stopped) {
            Call call = new Call(agent, resource, journal, next());
            Optional<Lease> lease = call.ask();
            lease.ifPresent(each -> hold(call, each));
            pause(Duration.ofMillis(random.nextInt(5, 40)));
        }
    }

    /** Some holds outlive the ttl, so that renewals are at work too; on a lock where few wait for them. */
    private ClientRequest next() {
        String name = caller + "-" + ++calls;
        Duration wait = random.nextInt(4) == 0 ? Duration.ZERO : LONGEST_WAIT;
        if (random.nextInt(60) == 0) {
            return new ClientRequest(name, "long-" + caller, 1, 1, ttl, wait);
        }
        String lock = LOCKS.get(random.nextInt(LOCKS.size()));
        return switch (lock.charAt(0)) {
            case 'r' ->
                new ClientRequest(
                        name,
                        lock,
                        random.nextInt(3) == 0 ? ClientRequest.READ_WRITE : 1,
                        ClientRequest.READ_WRITE,
                        ttl,
                        wait);
            case 's' -> new ClientRequest(name, lock, random.nextInt(1, SEMAPHORE + 1), SEMAPHORE, ttl, wait);
            default -> new ClientRequest(name, lock, 1, 1, ttl, wait);
        };
    }

    private void hold(Call call, Lease lease) {
        boolean isLong = lease.name().startsWith("long");
        long until =
                System.nanoTime() + (isLong ? ttl.multipliedBy(2) : Duration.ofMillis(random.nextInt(1, 60))).toNanos();
        boolean held = call.isHeld(lease);
        call.use(lease);
        while (held && !stopped && until - System.nanoTime() > 0) {
            pause(LOOK);
            held = call.isHeld(lease);
        }
        call.isHeld(lease);
        call.release(lease);
    }

    private static void pause(Duration pause) {
        LockSupport.parkNanos(pause.toNanos());
    }
}
