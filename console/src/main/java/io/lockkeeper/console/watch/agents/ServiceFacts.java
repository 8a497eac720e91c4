package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.ground.formats.NaturalOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A service: its processes, what worries first, and what they do together.
 *
 * @param idle how many of those hold no lock and wait for none
 * @param silent how many went silent
 * @param late how many renew late
 * @param versions which versions run, the newest first
 */
public record ServiceFacts(
        String name,
        List<JudgedAgent> agents,
        int alive,
        int idle,
        int silent,
        int late,
        int held,
        int waiting,
        List<VersionShare> versions) {

    /** The most worrying first, then those that run several versions. */
    private static final Comparator<ServiceFacts> ORDER = Comparator.comparing(ServiceFacts::worry)
            .thenComparing(service -> service.versions.size() < 2)
            .thenComparing(ServiceFacts::name, NaturalOrder.OF_NAMES);

    static List<ServiceFacts> of(List<JudgedAgent> agents) {
        Map<String, List<JudgedAgent>> services = new LinkedHashMap<>();
        agents.forEach(agent -> services.computeIfAbsent(agent.service(), name -> new ArrayList<>())
                .add(agent));
        return services.entrySet().stream()
                .map(each -> of(each.getKey(), each.getValue()))
                .sorted(ORDER)
                .toList();
    }

    private static ServiceFacts of(String name, List<JudgedAgent> agents) {
        int alive = 0;
        int idle = 0;
        int silent = 0;
        int late = 0;
        int held = 0;
        int waiting = 0;
        for (JudgedAgent agent : agents) {
            alive += agent.life() instanceof AgentLife.Alive ? 1 : 0;
            idle += agent.isIdle() ? 1 : 0;
            silent += agent.isSilent() && !agent.hasEnded() ? 1 : 0;
            late += agent.worry() == JudgedAgent.Worry.LATE ? 1 : 0;
            held += agent.doing().held();
            waiting += agent.doing().waiting();
        }
        List<JudgedAgent> sorted = agents.stream().sorted(JudgedAgent.ORDER).toList();
        return new ServiceFacts(name, sorted, alive, idle, silent, late, held, waiting, VersionShare.of(agents));
    }

    /** The number of agents whose life is unknown. */
    public int unknown() {
        return (int) agents.stream()
                .filter(agent -> agent.life() instanceof AgentLife.Unknown)
                .count();
    }

    private JudgedAgent.Worry worry() {
        return agents.getFirst().worry();
    }
}
