package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.nemesis.Fault.Needs;
import java.time.Duration;
import java.util.List;

/** What happens to members and to the network between them. */
final class MemberFaults {

    private static final Duration TOGGLE = Duration.ofMillis(60);
    private static final int TOGGLES = 30;

    private MemberFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("kill-primary", "kill -9 of the primary, which comes back", Needs.NOTHING, world -> {
                    int primary = world.cluster().primary();
                    world.cluster().kill(primary);
                    return member(primary);
                }),
                new Fault("pause-primary", "SIGSTOP of the primary", Needs.NOTHING, world -> {
                    int primary = world.cluster().primary();
                    world.cluster().pause(primary);
                    return member(primary);
                }),
                new Fault("step-down", "the primary steps down", Needs.NOTHING, world -> {
                    int primary = world.cluster().primary();
                    world.cluster().stepDown();
                    return member(primary);
                }),
                new Fault(
                        "isolate-primary",
                        "the primary is cut from its peers while clients still reach it",
                        Needs.NETWORK_NAMESPACES,
                        world -> {
                            int primary = world.cluster().primary();
                            world.cluster().isolate(primary);
                            return member(primary);
                        }),
                new Fault("unplug-primary", "the primary's link is down", Needs.NETWORK_NAMESPACES, world -> {
                    int primary = world.cluster().primary();
                    world.cluster().unplug(primary);
                    return member(primary);
                }),
                new Fault("unplug-member", "the link of a secondary is down", Needs.NETWORK_NAMESPACES, world -> {
                    int member = world.cluster().secondaries().getFirst();
                    world.cluster().unplug(member);
                    return member(member);
                }),
                new Fault("slow-primary", "the primary runs half of the time", Needs.NOTHING, world -> {
                    int primary = world.cluster().primary();
                    for (int i = 0; i < TOGGLES; i++) {
                        world.cluster().pause(primary);
                        world.sleep(TOGGLE);
                        world.cluster().resume(primary);
                        world.sleep(TOGGLE);
                    }
                    return member(primary);
                }),
                new Fault("slow-secondaries", "both secondaries fetch nothing for a while", Needs.NOTHING, world -> {
                    world.cluster().stopReplication(world.cluster().secondaries());
                    return "secondaries";
                }));
    }

    private static String member(int member) {
        return "member " + member;
    }
}
