package io.lockkeeper.console.watch.agents;

import static java.util.stream.Collectors.toSet;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.model.AgentDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** The agents for all pages and requests: judged once a second per scope, however many ask. Thread-safe. */
@Component
public class AgentsPictures {

    private static final Duration EVERY = Duration.ofSeconds(1);
    /** A picture may be of thousands of agents. */
    private static final int SCOPES = 20;

    private final RosterFeed feed;
    private final AgentLives lives;
    private final Map<LockScope, AgentsPicture> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<LockScope, AgentsPicture> eldest) {
            return size() > SCOPES;
        }
    };

    AgentsPictures(RosterFeed feed, AgentLives lives) {
        this.feed = feed;
        this.lives = lives;
    }

    /** The agents as they were last read. Calling this keeps them being read. */
    public synchronized AgentsPicture of(BoardSnapshot board) {
        Roster roster = feed.latest();
        AgentsPicture last = known.get(board.scope());
        if (last == null || isOld(last, board, roster)) {
            last = judge(board, roster);
            known.put(board.scope(), last);
        }
        return last;
    }

    private static boolean isOld(AgentsPicture before, BoardSnapshot now, Roster roster) {
        Roster known = before.roster();
        return !known.readAt().equals(roster.readAt())
                || !known.failure().equals(roster.failure())
                || before.freshness().state() != now.freshness().state()
                || Duration.between(before.asOf(), now.serverTime()).compareTo(EVERY) >= 0;
    }

    private AgentsPicture judge(BoardSnapshot board, Roster roster) {
        Instant now = board.serverTime();
        boolean limited = !board.scope().seesEveryLock();
        AgentActivities all = lives.doings();
        AgentActivities seen = limited ? AgentActivities.of(board.locks(), now) : all;
        List<JudgedAgent> agents = listed(roster, all, seen);
        Set<String> silent = agents.stream()
                .filter(JudgedAgent::isSilent)
                .map(JudgedAgent::id)
                .collect(toSet());
        Map<String, List<Remaining>> remaining = AgentActivities.remaining(board.locks(), silent, now);
        agents.replaceAll(agent -> agent.leaving(remaining.getOrDefault(agent.id(), List.of())));
        return AgentsPicture.of(now, board.freshness(), roster, agents, limited);
    }

    /** The agents that have a document, and those that leases and waiters show. */
    private List<JudgedAgent> listed(Roster roster, AgentActivities all, AgentActivities seen) {
        List<JudgedAgent> agents = new ArrayList<>();
        Map<String, AgentDocument> documents = roster.byId();
        documents.values().forEach(document -> {
            AgentLife life = lives.of(document.id(), document, all, roster);
            agents.add(JudgedAgent.of(document, roster.isProven(document), life, seen.of(document.id())));
        });
        seen.byAgent().forEach((id, doing) -> {
            if (doing.owner() != null && !documents.containsKey(id)) {
                agents.add(JudgedAgent.of(doing.owner(), lives.of(id, null, all, roster), doing));
            }
        });
        return agents;
    }
}
