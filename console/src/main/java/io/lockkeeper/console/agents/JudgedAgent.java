package io.lockkeeper.console.agents;

import io.lockkeeper.model.AgentDocument;
import java.util.Comparator;
import java.util.List;

/**
 * An agent of the roster, and whether it lives.
 *
 * @param idle how many leases it keeps that nobody uses, as of their last renewals
 */
public record JudgedAgent(AgentDocument agent, AgentLife life, int idle) {

    private static final Comparator<JudgedAgent> ORDER = Comparator.comparing(JudgedAgent::isSilent)
            .thenComparing(it -> it.agent.service())
            .thenComparing(it -> it.agent.instance())
            .thenComparing(it -> it.agent.started())
            .thenComparing(it -> it.agent.id());

    /** Those that live first, then by service and instance. */
    public static List<JudgedAgent> of(Roster roster, AgentLives lives) {
        return roster.agents().stream()
                .map(agent -> lives.judged(agent, roster))
                .sorted(ORDER)
                .toList();
    }

    static String summary(List<JudgedAgent> agents) {
        long silent = agents.stream().filter(JudgedAgent::isSilent).count();
        long others = agents.size() - silent;
        String listed = "%,d %s".formatted(others, others == 1 ? "agent" : "agents");
        return silent == 0 ? listed : listed + " · %,d silent".formatted(silent);
    }

    boolean isSilent() {
        return life instanceof AgentLife.Silent;
    }
}
