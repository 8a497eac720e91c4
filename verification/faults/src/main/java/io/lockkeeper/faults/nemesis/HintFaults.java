package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.cluster.HintDamage;
import io.lockkeeper.faults.nemesis.Fault.Needs;
import java.util.List;
import org.bson.Document;

/** What happens to the collections of hints, and to the right to use them. */
final class HintFaults {

    private static final int UNAUTHORIZED = 13;

    private HintFaults() {}

    static List<Fault> all() {
        return List.of(
                damage("drop-hints", "the collections of hints are dropped", HintDamage.DROPPED),
                damage("empty-hints", "the collections of hints are made anew, and are empty", HintDamage.EMPTIED),
                damage(
                        "make-hints-ordinary",
                        "the collections of hints are dropped, and an insert makes them again",
                        HintDamage.MADE_ORDINARY),
                damage(
                        "fill-hints",
                        "the collections of hints are filled faster than agents read them",
                        HintDamage.ROLLED_OVER),
                new Fault("forbid-hints", "agents may no longer write hints", Needs.NOTHING, world -> {
                    world.cluster()
                            .failCommand(new Document("failCommands", List.of("insert", "create", "convertToCapped"))
                                    .append("errorCode", UNAUTHORIZED)
                                    .append("errorLabels", List.of()));
                    return "every member";
                }));
    }

    private static Fault damage(String name, String what, HintDamage damage) {
        return new Fault(name, what, Needs.NOTHING, world -> {
            damage.strike(world.cluster().client(), world.crew().database());
            return "every collection";
        });
    }
}
