package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Report;
import io.lockkeeper.benchmark.store.Stores;
import io.lockkeeper.peers.Peer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** All that a scenario needs: the stores, who works on them, for how long, and where its figures go. */
public record Bench(Stores stores, Crews crews, Settings settings, Report report) {

    /** Every peer that is wanted on every store that it can use. */
    List<Contender> contenders(Predicate<Peer> wanted) {
        return stores.all().stream()
                .flatMap(store -> Arrays.stream(Peer.values())
                        .filter(peer -> peer.store() == store.kind())
                        .filter(settings.peers()::contains)
                        .filter(wanted)
                        .map(peer -> new Contender(peer, store)))
                .toList();
    }

    /** A crew of so many processes for each. It stays. */
    List<Crew> crews(Predicate<Peer> wanted, int processes) throws IOException {
        return crews.of(contenders(wanted), processes);
    }

    Rounds rounds() {
        return new Rounds(settings.warmUp(), settings.rounds());
    }

    long blockMillis() {
        return settings.block().toMillis();
    }
}
