package io.lockkeeper.simulation;

import static io.lockkeeper.simulation.Sources.ANOTHER_KIND;
import static io.lockkeeper.simulation.Sources.KEEPER;
import static io.lockkeeper.simulation.Sources.KEEPING;
import static io.lockkeeper.simulation.Sources.KEPT_LEASE;
import static io.lockkeeper.simulation.Sources.LOCK_MODEL;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Agents that keep leases, and whose recalls are lost, late, or without effect. */
final class RecallMutants {

    private static final String ADDED = "        byAcquirer.put(keeper.acquirer(), keeper);\n";

    private RecallMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "recall-between-the-lines",
                        "a recall is seen that comes while the agent begins to keep the lease",
                        new Patch(
                                KEEPING,
                                ADDED,
                                "boolean recalled = recalledBefore.remove(keeper.acquirer()) != null;\n" + ADDED),
                        new Patch(
                                KEEPING,
                                "        boolean recalled = recalledBefore.remove(keeper.acquirer()) != null;\n        if (!alone",
                                "        if (!alone")),
                Mutant.of(
                        "recall-looks-once",
                        "a recall that is remembered looks again for the lease",
                        new Patch(
                                KEEPING,
                                "remember(recalledBefore, acquirer);\n            keeper = byAcquirer.get(acquirer);",
                                "remember(recalledBefore, acquirer);")),
                Mutant.of(
                        "kept-beside-waiters",
                        "a lease is kept only if the answer to its grant shows that nobody waits",
                        new Patch(KEEPING, "if (!alone || !heard", "if (!heard")),
                Mutant.of(
                        "recall-of-a-use-is-not-recorded",
                        "a lease that is recalled in use is kept no longer, and the document says so",
                        new Patch(
                                KEPT_LEASE,
                                "                recalls.after(Duration.ZERO, this::endKeep);\n                yield",
                                "                yield")),
                Mutant.of(
                        "recalled-use-rests",
                        "a lease that was recalled in use does not rest",
                        new Patch(
                                KEEPER,
                                "if (!stays || (seen & (RECALLED | LAST | ENDED)) != 0 || use + 1 == uses) {",
                                "if (!stays || (seen & ENDED) != 0 || use + 1 == uses) {")),
                Mutant.of(
                        "another-kind-recalls-nobody",
                        "a request of another kind recalls a kept lease",
                        new Patch(
                                LOCK_MODEL,
                                "lock.recall(call, isOfAnotherCapacity(asks));",
                                "lock.recall(call, isOfAnotherCapacity(List.of()));")),
                Mutant.of(
                        "another-kind-does-not-wait",
                        "a request of another kind waits for the lease that it recalled",
                        new Patch(
                                ANOTHER_KIND,
                                "boolean kept = lock.capacity() != capacity",
                                "boolean kept = lock.capacity() < 0")));
    }
}
