package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper history}. */
@Command(
        name = "history",
        description = {
            "Show who held which lock: at a moment or, with --since, in a period before it.",
            "With --since, also shows waiters that operators took out of a queue, and why.",
            "Locks of other libraries are included as far as their documents tell since when they are held; with --source, nothing else is shown.",
            "Asks the console, with your API token."
        },
        mixinStandardHelpOptions = true)
public final class HistoryCommand implements Callable<Integer> {

    private static final int MOST = 1_000;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The lock's name. Default: all locks.")
    private @Nullable String name;

    @Option(
            names = "--at",
            paramLabel = "INSTANT",
            description = "The moment to look at, for example 2026-11-23T03:12:00Z. Default: now.")
    private @Nullable Instant at;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Show what was granted in a period of this length before that moment, for example 90m or 7d.")
    private @Nullable Duration since;

    @Option(names = "--service", paramLabel = "NAME", description = "Only what this service held.")
    private String service = "";

    @Option(names = "--host", paramLabel = "NAME", description = "Only what was held on this machine.")
    private String host = "";

    @Option(names = "--operator", paramLabel = "NAME", description = "Only what this operator evicted.")
    private String operator = "";

    @Option(
            names = "--source",
            paramLabel = "ID",
            description = "Only locks of another library: those of this source, as 'lockkeeper sources' lists it.")
    private String source = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "Print at most N rows of each kind, up to 1000. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        if (limit < 1 || limit > MOST) {
            throw new FailedException(ExitCode.USAGE, "--limit is %d; it must be from 1 to %d.".formatted(limit, MOST));
        }
        try (ConsoleClient console = connection.open()) {
            BsonDocument history = console.get("/history", asked());
            print(history);
            int listed = history.getArray("leases").size();
            if (AnsweredFields.number(history, "total") > listed) {
                output.tell("There are more than these %d; --limit shows more of them.".formatted(listed));
            }
            if (history.getBoolean("moreTakenOut").getValue()) {
                output.tell("There are more waiters that were taken out; --limit shows more of them.");
            }
            if (history.getBoolean("moreHolds").getValue()) {
                output.tell("There are more locks of other libraries; --limit shows more of them.");
            }
            if (history.isString("gap")) {
                output.tell("Something is missing: " + AnsweredFields.text(history, "gap"));
            }
        }
        return ExitCode.OK;
    }

    private Map<String, String> asked() {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("lock", name == null ? "" : name);
        asked.put("moment", at == null ? "" : at.toString());
        asked.put("window", since == null ? "" : since.toString());
        asked.put("service", service);
        asked.put("host", host);
        asked.put("operator", operator);
        asked.put("source", source);
        asked.put("limit", Integer.toString(limit));
        return asked;
    }

    private void print(BsonDocument history) {
        BsonArray leases = history.getArray("leases");
        BsonArray takenOut = history.getArray("takenOut");
        BsonArray holds = history.getArray("holds");
        if (output.isJson()) {
            leases.forEach(lease -> output.print(AnsweredFields.line(lease.asDocument())));
            takenOut.forEach(wait -> output.print(AnsweredFields.line(wait.asDocument())));
            holds.forEach(hold -> output.print(AnsweredFields.line(hold.asDocument())));
            return;
        }
        if (leases.isEmpty() && takenOut.isEmpty() && holds.isEmpty()) {
            output.print("Nothing is recorded for that.");
        }
        if (!leases.isEmpty()) {
            Table table = new Table("LOCK", "TOKEN", "HOLDER", "GRANTED", "HELD", "ENDED");
            leases.forEach(lease -> row(lease, table));
            output.print(table.lines());
        }
        if (!takenOut.isEmpty()) {
            Table table = new Table("LOCK", "WAITER", "TAKEN OUT", "WAITED", "BY", "REASON");
            takenOut.forEach(wait -> takenOut(wait.asDocument(), table));
            output.print(table.lines());
        }
        if (!holds.isEmpty()) {
            output.print(HoldTexts.table(holds));
        }
    }

    private static void row(BsonValue value, Table table) {
        BsonDocument lease = value.asDocument();
        table.row(
                AnsweredFields.text(lease, "lock"),
                Long.toString(AnsweredFields.number(lease, "token")),
                lease.isDocument("holder") ? holder(lease.getDocument("holder")) : "unknown",
                Plain.instant(Instant.parse(AnsweredFields.text(lease, "grantedAt"))),
                lease.isNumber("heldMillis")
                        ? Plain.duration(Duration.ofMillis(AnsweredFields.number(lease, "heldMillis")))
                        : "-",
                lease.isString("ending")
                        ? AnsweredFields.text(lease, "ending").toLowerCase(Locale.ROOT)
                        : "still held");
    }

    private static void takenOut(BsonDocument wait, Table table) {
        BsonDocument mark = wait.getDocument("takenOut");
        table.row(
                AnsweredFields.text(wait, "lock"),
                holder(wait.getDocument("waiter")),
                Plain.instant(Instant.parse(AnsweredFields.text(mark, "at"))),
                Plain.duration(Duration.ofMillis(AnsweredFields.number(wait, "waitedMillis"))),
                AnsweredFields.text(mark, "by"),
                AnsweredFields.text(mark, "reason"));
    }

    private static String holder(BsonDocument holder) {
        return Stream.of("service", "instance")
                .map(part -> AnsweredFields.text(holder, part))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }
}
