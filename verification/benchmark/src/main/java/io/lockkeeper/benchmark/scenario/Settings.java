package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.peers.Peer;
import io.lockkeeper.peers.Peer.Kind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How long it is measured.
 *
 * @param warmUp rounds that are not counted
 * @param rounds rounds that are
 * @param block how long one contender works in one round
 * @param leases how long leases are watched
 * @param peers who takes part
 */
public record Settings(int warmUp, int rounds, Duration block, Duration leases, Set<Peer> peers) {

    private static final Set<Peer> ALL = EnumSet.allOf(Peer.class);

    public static final Settings SHORT = new Settings(1, 5, Duration.ofMillis(500), Duration.ofSeconds(30), ALL);
    public static final Settings FULL = new Settings(1, 7, Duration.ofMillis(1_500), Duration.ofSeconds(30), ALL);

    public Settings withWarmUp(int rounds) {
        return new Settings(rounds, this.rounds, block, leases, peers);
    }

    public Settings withRounds(int rounds) {
        return new Settings(warmUp, rounds, block, leases, peers);
    }

    public Settings withBlock(Duration block) {
        return new Settings(warmUp, rounds, block, leases, peers);
    }

    public Settings withLeases(Duration leases) {
        return new Settings(warmUp, rounds, block, leases, peers);
    }

    public Settings withPeers(Set<Peer> peers) {
        return new Settings(warmUp, rounds, block, leases, peers);
    }

    /** The kinds of stores that its peers need. */
    public Set<Kind> kinds() {
        return peers.stream().map(Peer::store).collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%d rounds of %d ms each after %d of warm-up", rounds, block.toMillis(), warmUp);
    }
}
