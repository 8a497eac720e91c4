package io.lockkeeper.faults.mutant;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Mutants of kept leases. The simulation has more of them. */
final class KeepMutants {

    private static final String MODEL = "shared-model/src/main/java/io/lockkeeper/model/";
    private static final String AGENT = "agent/src/main/java/io/lockkeeper/agent/";

    private static final String KEPT = AGENT + "KeptLease.java";
    private static final Patch NO_TIME_LEFT =
            new Patch(KEPT, "return lease.remainingNanos() > fewestNanos;", "return true;");
    private static final Patch NOT_HELD = new Patch(
            KEPT, "if (!lease.isHeld()) { // it stood still", "if (lease.name().isEmpty()) { // it stood still");

    private KeepMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "blocks-run-ahead",
                        "tokens are ahead of the clock by far less than an unused lock is stored",
                        "purge-after-a-block",
                        new Patch(
                                MODEL + "GrantSteps.java",
                                "'$$e.token', { $subtract: [\n                        { $ifNull: ['$$e.tokens', 1] },\n                        1\n                    ] } ] }",
                                "'$$e.token', { $multiply: [ { $literal: { $numberLong: '1000000' } }, { $subtract: [\n                        { $ifNull: ['$$e.tokens', 1] },\n                        1\n                    ] } ] } ] }")),
                Mutant.of(
                        "used-past-its-deadline",
                        "no use of a kept lease begins past its deadline",
                        "keeper-is-halted",
                        NO_TIME_LEFT,
                        NOT_HELD),
                Mutant.of(
                        "handed-on-past-its-deadline",
                        "no use of a kept lease follows another past its deadline",
                        "cohort-is-halted",
                        NO_TIME_LEFT,
                        NOT_HELD,
                        new Patch(
                                AGENT + "KeptUse.java",
                                "        if (!isHeld()) {\n            return isMine() ?",
                                "        if (!isMine()) {\n            return isMine() ?")));
    }
}
