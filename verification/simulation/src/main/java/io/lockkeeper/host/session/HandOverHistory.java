package io.lockkeeper.host.session;

import io.lockkeeper.host.session.SimulatedTime.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One history by a seed: two processes take one lock in turn, and their host agent is killed or replaced, once or several times. */
final class HandOverHistory implements SimulatedClient.World {

    /** So long that a lease outlasts a late renewal, a host agent that is away for a short time, and a late touch of the next one. */
    private static final long[] TTLS = {15_000, 20_000};

    private static final long SHORT = 800;
    /** Until a lock that no process has is granted: calls on their way, removes that are repeated, and rounds. */
    private static final long PATIENCE = 4_500;

    private static final long LOOK = 20;

    private final SimulatedTime time = new SimulatedTime();
    private final SplittableRandom chance;
    private final Selector selector;
    private final Path folder;
    private final SimulatedLock lock;
    private final SimulatedStat first;
    private final List<SimulatedClient> clients;
    private final long ttl;
    private @Nullable SimulatedDaemon daemon;
    private String violation = "";
    private boolean quiet = true;
    private long idleSince;
    private long replacedAt;

    private HandOverHistory(long seed, List<SimulatedStat> stats, Path folder, Selector selector) {
        this.chance = new SplittableRandom(seed);
        this.folder = folder;
        this.selector = selector;
        this.ttl = TTLS[chance.nextInt(TTLS.length)];
        this.lock = new SimulatedLock(time, this::changed);
        this.first = stats.getFirst();
        start();
        this.clients = stats.stream()
                .map(stat -> new SimulatedClient(time, chance.split(), stat, this, ttl))
                .toList();
    }

    /** What was broken, in words; empty if nothing was. */
    static String run(long seed, List<SimulatedStat> stats, Path folder, Selector selector) {
        try {
            Files.deleteIfExists(folder.resolve("state"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        HandOverHistory history = new HandOverHistory(seed, stats, folder, selector);
        history.play();
        return history.violation;
    }

    private void play() {
        int changes = 1 + chance.nextInt(3);
        long at = 0;
        for (int i = 0; i < changes; i++) {
            at = chance.nextLong(6 * ttl);
            time.after(at, Party.SERVER, this::replace);
        }
        if (chance.nextInt(2) == 0) { // often at the moment that hurts
            long near = Math.max(0, at + chance.nextLong(2 * SHORT) - SHORT);
            time.after(chance.nextBoolean() ? near : chance.nextLong(6 * ttl), Party.SERVER, this::trouble);
        }
        look();
        time.run(time.now() + 9 * ttl);
    }

    private void trouble() {
        SimulatedClient one = clients.get(chance.nextInt(clients.size()));
        switch (chance.nextInt(4)) {
            case 0 -> one.die();
            case 1 -> {
                quiet = false;
                time.stop(Party.PROCESS, chance.nextLong(2 * ttl));
            }
            default -> one.cut();
        }
    }

    private void start() {
        daemon = new SimulatedDaemon(time, chance.split(), lock, selector, folder, first.kernel());
    }

    /** Killed, or handing over; the next one starts soon, or late. */
    private void replace() {
        SimulatedDaemon ending = daemon;
        if (ending == null) {
            return;
        }
        if (time.now() - replacedAt < ttl) {
            quiet = false;
        }
        replacedAt = time.now();
        daemon = null;
        long away = 20 + chance.nextLong(SHORT);
        if (chance.nextInt(6) == 0) {
            quiet = false;
            away = chance.nextLong(2 * ttl);
        }
        if (chance.nextBoolean()) {
            ending.after(0, () -> {
                ending.parts().sessions().handOver();
                ending.parts().sessions().all().forEach(PeerSession::handOver);
            });
            ending.after(20, ending::kill);
            away += 40;
        } else {
            ending.kill();
            clients.forEach(client -> client.daemonDied(ending));
        }
        time.after(away, Party.SERVER, () -> {
            ending.kill(); // the folder is free from then on
            start();
        });
    }

    @Override
    public @Nullable SimulatedDaemon daemon() {
        return daemon;
    }

    @Override
    public void lost(String why) {
        if (quiet) {
            breaks("a lease goes on while host agents follow each other", why);
        }
    }

    private void look() {
        changed();
        boolean wanted = clients.stream().anyMatch(SimulatedClient::waits);
        if (!wanted || daemon == null || clients.stream().anyMatch(SimulatedClient::believes)) {
            idleSince = time.now();
        } else if (quiet && time.now() - idleSince > PATIENCE) {
            breaks("what no process goes on with is free at once", "a process waits, and none has the lock");
        }
        time.after(LOOK, Party.SERVER, this::look);
    }

    @Override
    public void changed() {
        if (clients == null || !time.runs(Party.PROCESS)) { // while it is made
            return;
        }
        long believing = clients.stream().filter(SimulatedClient::believes).count();
        if (believing > 1) {
            breaks("no two processes believe", "both do");
        }
        for (SimulatedClient client : clients) {
            if (client.believes() && client.token() != lock.holder()) {
                breaks("no process believes in a lock that another may have", "the lock is another's, or free");
            }
        }
    }

    private void breaks(String rule, String how) {
        if (violation.isEmpty()) {
            violation =
                    String.format(Locale.ROOT, "%s: ttl %d, %s, after %d ms", rule, ttl, how, time.now() - 1_000_000);
        }
    }
}
