package io.lockkeeper.console.api;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.agents.JudgedAgent;
import io.lockkeeper.console.agents.Roster;
import io.lockkeeper.console.agents.RosterFeed;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.model.AgentDocument;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The processes that take locks. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class AgentsApi {

    private static final long PATIENCE_SECONDS = 4;

    private final RosterFeed feed;
    private final AgentLives lives;
    private final ServerClock clock;

    AgentsApi(RosterFeed feed, AgentLives lives, ServerClock clock) {
        this.feed = feed;
        this.lives = lives;
        this.clock = clock;
    }

    /** The agents, those that live first. */
    record AgentsAnswer(Instant asOf, List<ApiAgent> agents) {}

    /**
     * A process that takes locks.
     *
     * @param life {@code alive}, {@code silent} or {@code unknown}
     * @param proven whether a live lease or waiter backs what it says of itself
     * @param idle how many leases it keeps that nobody uses
     */
    record ApiAgent(
            String id,
            String service,
            String instance,
            String host,
            long pid,
            String version,
            Instant started,
            Instant lastSeen,
            String life,
            boolean proven,
            int held,
            int idle,
            int waiting) {

        static ApiAgent of(JudgedAgent judged, boolean proven) {
            AgentDocument agent = judged.agent();
            return new ApiAgent(
                    agent.id(),
                    agent.service(),
                    agent.instance(),
                    agent.host(),
                    agent.pid(),
                    agent.version(),
                    agent.started(),
                    agent.lastSeen(),
                    ApiLease.life(judged.life()),
                    proven,
                    agent.held(),
                    judged.idle(),
                    agent.waiting());
        }
    }

    @Operation(summary = "Lists the processes that take locks, and which have gone silent")
    @GetMapping("/agents")
    AgentsAnswer agents() {
        Roster latest = feed.latest();
        Roster roster = latest.isCurrent(clock.now()) ? latest : read();
        return new AgentsAnswer(
                roster.readAt(),
                JudgedAgent.of(roster, lives).stream()
                        .map(judged -> ApiAgent.of(judged, roster.isProven(judged.agent())))
                        .toList());
    }

    /** While nobody looks at the agents, nobody reads them. */
    private Roster read() {
        CompletableFuture<Roster> read = new CompletableFuture<>();
        Runnable unsubscribe = feed.subscribe(read::complete);
        try {
            Roster roster = read.completeOnTimeout(Roster.NOT_READ, PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
            if (!roster.isCurrent(clock.now())) {
                throw new ProblemException(
                                HttpStatus.SERVICE_UNAVAILABLE,
                                "The agents cannot be read now. The locks are not affected.")
                        .retryAfter(Duration.ofSeconds(3));
            }
            return roster;
        } finally {
            unsubscribe.run();
        }
    }
}
