package io.lockkeeper.commandline.locks;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Table;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.LateAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lockkeeper agents}. */
@Command(
        name = "agents",
        description = "List the agents, the processes that take locks, and when each wrote its last heartbeat.",
        mixinStandardHelpOptions = true)
public final class AgentsCommand implements Callable<Integer> {

    /** Leaves out late attempts, and documents too large to be an agent's: agents write half a kilobyte. */
    private static final Bson READABLE = Filters.and(
            Filters.exists(LateAttempt.FIELD, false),
            Filters.expr(BsonDocument.parse("{ $lte: [ { $bsonSize: '$$ROOT' }, 4096 ] }")));

    private static final BsonDocument WITH_TIME = BsonDocument.parse("{ agent: '$$ROOT', now: '$$NOW' }");

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Print at most N agents. Default: ${DEFAULT-VALUE}.")
    private int limit = 1000;

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    private record Seen(AgentDocument agent, Instant now) {

        /** The agent; empty for a document that is not an agent's, so that it does not keep the others from being listed. */
        static Optional<Seen> of(BsonDocument answer) {
            try {
                return Optional.of(new Seen(
                        AgentDocument.fromBson(answer.getDocument("agent")),
                        Instant.ofEpochMilli(answer.getDateTime("now").getValue())));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        /** Whether its heartbeats are missing, by its own document; a lease that it renews may still prove it alive. */
        boolean isSilent() {
            return agent.isMissed(now);
        }

        Duration silentFor() {
            Duration silent = Duration.between(agent.lastSeen(), now);
            return silent.isNegative() ? Duration.ZERO : silent;
        }
    }

    @Override
    public Integer call() {
        int most = Limit.checked(limit);
        try (Database database = connection.open()) {
            List<Seen> found = database
                    .agents()
                    .find(READABLE)
                    .sort(Sorts.ascending("service", "instance", "_id"))
                    .limit(most + 1)
                    .projection(WITH_TIME)
                    .map(Seen::of)
                    .into(new ArrayList<>())
                    .stream()
                    .flatMap(Optional::stream)
                    .toList();
            print(found.size() > most ? found.subList(0, most) : found);
            if (found.size() > most) {
                output.tell(
                        String.format(Locale.ROOT, "There are more than these %d; --limit shows more of them.", most));
            }
        }
        return ExitCode.OK;
    }

    private void print(List<Seen> found) {
        if (output.isJson()) {
            found.forEach(each -> output.print(json(each)));
        } else if (found.isEmpty()) {
            output.print("No agent has written a heartbeat for a day.");
        } else {
            output.print(table(found));
        }
    }

    private static List<String> table(List<Seen> found) {
        Table table = new Table(
                "SERVICE",
                "INSTANCE",
                "HOST",
                "PROCESS",
                "VERSION",
                "HELD",
                "WAITING",
                "SEEN",
                "WAKES",
                "HOLDS AS WELL");
        for (Seen each : found) {
            AgentDocument agent = each.agent();
            table.row(
                    agent.service(),
                    agent.instance(),
                    agent.host(),
                    Long.toString(agent.pid()),
                    agent.version(),
                    Integer.toString(agent.held()),
                    Integer.toString(agent.waiting()),
                    Plain.duration(each.silentFor()) + " ago" + (each.isSilent() ? ", silent" : ""),
                    wakes(agent),
                    Objects.requireNonNullElse(agent.outerLocks(), "-"));
        }
        return table.lines();
    }

    private static Json json(Seen each) {
        AgentDocument agent = each.agent();
        return new Json()
                .with("id", agent.id())
                .with("service", agent.service())
                .with("instance", agent.instance())
                .with("host", agent.host())
                .with("pid", agent.pid())
                .with("version", agent.version())
                .with("started", agent.started())
                .with("lastSeen", agent.lastSeen())
                .with("silent", each.isSilent())
                .with("held", agent.held())
                .with("waiting", agent.waiting())
                .with("outerLocks", agent.outerLocks())
                .with("wakes", wakes(agent));
    }

    private static String wakes(AgentDocument agent) {
        return Optional.ofNullable(agent.wakes()).map(HintPlace::text).orElse("stream");
    }
}
