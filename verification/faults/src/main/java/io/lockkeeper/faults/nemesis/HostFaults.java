package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.client.ClientProcess;
import io.lockkeeper.faults.nemesis.Fault.Needs;
import java.time.Duration;
import java.util.List;

/** What happens to the host agent, and between it and its processes. */
final class HostFaults {

    static final String CUT = "cut-connections";

    private static final int CUTS = 20;
    private static final Duration APART = Duration.ofMillis(200);

    private HostFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault(
                        "kill-host-agent", "kill -9 of the host agent; another one comes", Needs.HOST_AGENT, world -> {
                            world.crew().host().kill();
                            return world.crew().host().name();
                        }),
                new Fault("pause-host-agent", "the host agent is halted for three ttls", Needs.HOST_AGENT, world -> {
                    world.crew().host().pause();
                    world.sleep(world.ttl().multipliedBy(3));
                    return world.crew().host().name();
                }),
                new Fault(
                        "end-host-agent",
                        "the host agent is asked to end; another one comes",
                        Needs.HOST_AGENT,
                        world -> {
                            world.crew().host().end();
                            return world.crew().host().name();
                        }),
                new Fault(
                        CUT,
                        "processes that live and hold lose their connections to the host agent",
                        Needs.HOST_AGENT,
                        HostFaults::cut));
    }

    private static String cut(World world) throws InterruptedException {
        for (int i = 0; i < CUTS; i++) {
            world.nextGrant()
                    .map(each -> world.client(each.client()))
                    .filter(client -> !client.takesOrders())
                    .ifPresent(ClientProcess::cut);
            world.sleep(APART);
        }
        return "connections";
    }
}
