package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.watch.agents.AgentsPicture;
import io.lockkeeper.console.watch.agents.AgentsPictures;
import io.lockkeeper.console.watch.agents.Roster;
import io.lockkeeper.console.watch.agents.RosterFeed;
import io.lockkeeper.console.watch.agents.ServiceFacts;
import io.lockkeeper.console.watch.agents.VersionShare;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
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
@Tag(name = "agents-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class AgentsApi {

    private static final long PATIENCE_SECONDS = 4;

    private final RosterFeed feed;
    private final AgentsPictures pictures;
    private final AskedSources asked;
    private final ServerClock clock;

    AgentsApi(RosterFeed feed, AgentsPictures pictures, AskedSources asked, ServerClock clock) {
        this.feed = feed;
        this.pictures = pictures;
        this.asked = asked;
        this.clock = clock;
    }

    /**
     * The agents, by services.
     *
     * @param freshness how old what is counted is: {@code live}, {@code behind} or {@code disconnected}
     * @param services what their processes do together
     * @param agents those that worry first: silent ones that still hold locks, then those that renew late
     * @param more whether there are more agents than were read: those that wrote last are listed
     */
    record AgentsAnswer(
            Instant asOf, String freshness, List<ApiService> services, List<ApiAgent> agents, boolean more) {}

    @Operation(
            operationId = "agents",
            summary = "Lists the services and processes that take locks, and which have gone silent",
            description =
                    "Held and waiting are counted on the board, within your scope. What a silent process still holds is listed,"
                            + " up to 100 locks each, the first to end first.")
    @GetMapping("/agents")
    AgentsAnswer agents() {
        Roster latest = feed.latest();
        if (!latest.isCurrent(clock.now())) {
            read();
        }
        AgentsPicture picture = pictures.of(asked.first());
        Instant asOf = picture.asOf();
        return new AgentsAnswer(
                asOf,
                ApiSource.word(picture.freshness()),
                picture.services().stream().map(ApiService::of).toList(),
                picture.agents().map(agent -> ApiAgent.of(agent, asOf)).toList(),
                picture.roster().more());
    }

    /** The agents are read only while they are looked at. */
    private void read() {
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
        } finally {
            unsubscribe.run();
        }
    }

    /**
     * A service, and what its processes do together.
     *
     * @param alive how many processes live
     * @param silent how many went silent
     * @param unknown of how many that is unknown
     * @param late how many renew late
     * @param held how many leases they have, by the board
     * @param waiting how many of their requests stand in queues, by the board
     * @param versions which versions of the agent run, the newest first; without silent processes
     */
    record ApiService(
            String service,
            int alive,
            int silent,
            int unknown,
            int late,
            int held,
            int waiting,
            List<ApiVersion> versions) {

        /**
         * A version of the agent.
         *
         * @param processes how many run it
         * @param firstStarted when the first of them was started
         * @param lastStarted when the last was
         */
        record ApiVersion(String version, int processes, Instant firstStarted, Instant lastStarted) {

            static ApiVersion of(VersionShare share) {
                return new ApiVersion(share.version(), share.processes(), share.first(), share.last());
            }
        }

        static ApiService of(ServiceFacts service) {
            return new ApiService(
                    service.name(),
                    service.alive(),
                    service.silent(),
                    service.unknown(),
                    service.late(),
                    service.held(),
                    service.waiting(),
                    service.versions().stream().map(ApiVersion::of).toList());
        }
    }
}
