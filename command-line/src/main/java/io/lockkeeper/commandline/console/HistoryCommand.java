package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
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
            "Of a moment, also shows who waited.",
            "With --since, also shows waiters that operators took out of a queue, and why.",
            "Locks of other libraries are included as far as their documents say since when they are held; with"
                    + " --source, only those of that source.",
            "Asks the console, with your API token."
        },
        mixinStandardHelpOptions = true)
public final class HistoryCommand implements Callable<Integer> {

    private static final int MOST = 1_000;

    /** The lists of an answer, in the order in which they are printed. */
    private static final List<String> KINDS = List.of("leases", "waiting", "takenOut", "holds");

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
            description =
                    "Only locks of this source, as 'lockkeeper sources' lists it; - is the console's first collection.")
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
            throw new FailedException(
                    ExitCode.USAGE, String.format(Locale.ROOT, "--limit is %d; it must be from 1 to %d.", limit, MOST));
        }
        try (ConsoleClient console = connection.open()) {
            BsonDocument history = console.get("/history", asked());
            print(history);
            tellWhatIsMissing(history);
        }
        return ExitCode.OK;
    }

    private void tellWhatIsMissing(BsonDocument history) {
        int listed = history.getArray("leases").size();
        if (AnsweredFields.number(history, "total") > listed) {
            output.tell(
                    String.format(Locale.ROOT, "There are more than these %d; --limit shows more of them.", listed));
        }
        if (history.getBoolean("moreWaiting").getValue()) {
            output.tell("More than these waited; --limit shows more of them.");
        }
        if (history.getBoolean("moreTakenOut").getValue()) {
            output.tell("There are more waiters that were taken out; --limit shows more of them.");
        }
        if (history.getBoolean("moreHolds").getValue()) {
            output.tell("There are more locks of other libraries; --limit shows more of them.");
        }
        history.getArray("gaps").forEach(gap -> output.tell(missing(gap.asDocument())));
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
        if (output.isJson()) {
            KINDS.forEach(kind ->
                    history.getArray(kind).forEach(each -> output.print(AnsweredFields.line(each.asDocument()))));
            return;
        }
        if (KINDS.stream().allMatch(kind -> history.getArray(kind).isEmpty())) {
            output.print("Nothing is recorded for that.");
        }
        table(history.getArray("leases"), HistoryCommand::row, "LOCK", "TOKEN", "HOLDER", "GRANTED", "HELD", "ENDED");
        waits(history.getArray("waiting"), HistoryCommand::waiting, "WAITED", "SINCE");
        waits(history.getArray("takenOut"), HistoryCommand::takenOut, "WAITER", "TAKEN OUT", "WAITED", "BY", "REASON");
        BsonArray holds = history.getArray("holds");
        if (!holds.isEmpty()) {
            output.print(HoldTexts.table(holds));
        }
    }

    private void table(BsonArray rows, BiConsumer<BsonDocument, Table> row, String... columns) {
        if (!rows.isEmpty()) {
            Table table = new Table(columns);
            rows.forEach(each -> row.accept(each.asDocument(), table));
            output.print(table.lines());
        }
    }

    /** Prints a table, with the locks' sources if one of them is not the console's first collection. */
    private void waits(BsonArray rows, Function<BsonDocument, List<String>> cells, String... columns) {
        boolean named = rows.stream().anyMatch(each -> each.asDocument().isString("source"));
        List<String> first = named ? List.of("LOCK", "SOURCE") : List.of("LOCK");
        table(
                rows,
                (wait, table) -> table.row(texts(
                        first.stream().map(column -> AnsweredFields.text(wait, column.toLowerCase(Locale.ROOT))),
                        cells.apply(wait))),
                texts(first.stream(), List.of(columns)));
    }

    private static String[] texts(Stream<String> first, List<String> others) {
        return Stream.concat(first, others.stream()).toArray(String[]::new);
    }

    private static void row(BsonDocument lease, Table table) {
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

    private static List<String> waiting(BsonDocument wait) {
        return List.of(
                AnsweredFields.text(wait, "who"), Plain.instant(Instant.parse(AnsweredFields.text(wait, "since"))));
    }

    private static String missing(BsonDocument gap) {
        return "Nothing was recorded from %s to %s, so leases may be missing here. %s"
                .formatted(
                        Plain.instant(Instant.parse(AnsweredFields.text(gap, "from"))),
                        Plain.instant(Instant.parse(AnsweredFields.text(gap, "until"))),
                        AnsweredFields.text(gap, "why"));
    }

    private static List<String> takenOut(BsonDocument wait) {
        BsonDocument mark = wait.getDocument("takenOut");
        return List.of(
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
