package io.lockkeeper.faults.mutant;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Mutants of kept leases. The simulation has more of them. */
final class KeepMutants {

    private static final String MODEL = "shared-model/src/main/java/io/lockkeeper/model/";
    private static final String AGENT = "agent/src/main/java/io/lockkeeper/agent/";

    private KeepMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "blocks-run-ahead",
                        "tokens are ahead of the clock by far less than an unused lock is stored",
                        "purge-after-a-block",
                        new Patch(
                                MODEL + "SettleSteps.java",
                                "{ $subtract: [ { $ifNull: ['$$e.tokens', 1] }, 1 ] }",
                                "{ $multiply: [ { $literal: { $numberLong: '1000000' } }, { $subtract: [ { $ifNull: ['$$e.tokens', 1] }, 1 ] } ] }")),
                Mutant.of(
                        "keeps-beside-older-agents",
                        "nothing is kept while an agent shares the locks that sends no recall",
                        "beside-an-older-agent",
                        new Patch(
                                AGENT + "presence/AgentVersions.java",
                                "return allows && now - readAt < GOOD_FOR.toNanos();",
                                "return true;")));
    }
}
