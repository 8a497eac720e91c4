package io.lockkeeper.simulation;

import static io.lockkeeper.simulation.Sources.HINTING_STORE;
import static io.lockkeeper.simulation.Sources.HINT_WAKES;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Agents whose hints reach too few, or that trust hints to come. */
final class HintMutants {

    private HintMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "no-look-of-its-own",
                        "an agent looks for itself once a second, because a hint may be lost",
                        new Patch(
                                HINT_WAKES,
                                "found.isEmpty() && store.nanos() - lookedAt >= LOOK_EVERY.toNanos()",
                                "found.size() > finds")),
                Mutant.of(
                        "ended-together-and-not-read",
                        "whom the leases that end together were granted to is read, and told",
                        new Patch(
                                HINTING_STORE,
                                "if (channel.place().isPresent() && left.isPositive()) {",
                                "if (left.isNegative()) {")),
                Mutant.of(
                        "hints-of-its-own-change-only",
                        "where another change has overwritten whom a change concerned, all are told",
                        new Patch(
                                HINTING_STORE,
                                "sender.add(hints.isEmpty() && !immediate ? seen(lock, place) : hints);",
                                "sender.add(hints);")));
    }
}
