package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Table;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lockkeeper sources}. */
@Command(
        name = "sources",
        description = {
            "List the sources: collections in which other libraries keep their locks. list, show, watch, history and evict take one by --source.",
            "Asks the console, with your API token."
        },
        mixinStandardHelpOptions = true)
public final class SourcesCommand implements Callable<Integer> {

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--find",
            description =
                    "Search all databases of the cluster for collections of locks instead. It only reads; for administrators.")
    private boolean find;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "With --find: search this cluster, as the console's settings name it.")
    private String cluster = "";

    @Override
    public Integer call() {
        try (ConsoleClient console = connection.open()) {
            if (find) {
                find(console);
                return ExitCode.OK;
            }
            BsonDocument sources = console.get("/sources", Map.of());
            if (output.isJson()) {
                sources.getArray("sources").forEach(each -> output.print(AnsweredFields.line(each.asDocument())));
            } else if (sources.getArray("sources").isEmpty()) {
                output.print("No source is watched, or none that you may see.");
            } else {
                Table table = new Table("SOURCE", "LIBRARY", "GRADE", "STATE", "HELD", "EXPIRED", "FREE");
                sources.getArray("sources").forEach(each -> row(each, table));
                output.print(table.lines());
            }
        }
        return ExitCode.OK;
    }

    /** Prints the collections found: the console searches for some seconds at a time, and returns where to continue. */
    private void find(ConsoleClient console) {
        Table table = new Table("COLLECTION", "LIBRARY", "SURE", "LOCKS", "WATCHED");
        String from = "";
        do {
            Map<String, String> asked =
                    cluster.isEmpty() ? Map.of("from", from) : Map.of("from", from, "cluster", cluster);
            BsonDocument answer = console.get("/discovery", asked);
            for (BsonValue each : answer.getArray("proposals")) {
                if (output.isJson()) {
                    output.print(AnsweredFields.line(each.asDocument()));
                } else {
                    found(each.asDocument(), table);
                }
            }
            from = answer.isString("next") ? AnsweredFields.text(answer, "next") : "";
        } while (!from.isEmpty());
        if (!output.isJson()) {
            output.print(table.lines());
        }
    }

    private static void found(BsonDocument proposal, Table table) {
        table.row(
                AnsweredFields.text(proposal, "database") + "." + AnsweredFields.text(proposal, "collection"),
                AnsweredFields.text(proposal, "library"),
                AnsweredFields.text(proposal, "sureness"),
                String.format(
                        Locale.ROOT,
                        "%d of %d sampled",
                        AnsweredFields.number(proposal, "matching"),
                        AnsweredFields.number(proposal, "sampled")),
                proposal.getBoolean("watched").getValue() ? "yes" : "no");
    }

    private static void row(BsonValue value, Table table) {
        BsonDocument source = value.asDocument();
        table.row(
                AnsweredFields.text(source, "id"),
                known(source, "library"),
                known(source, "grade"),
                AnsweredFields.text(source, "freshness"),
                Long.toString(AnsweredFields.number(source, "held")),
                Long.toString(AnsweredFields.number(source, "expired")),
                Long.toString(AnsweredFields.number(source, "free")));
    }

    private static String known(BsonDocument source, String field) {
        return source.isString(field) ? AnsweredFields.text(source, field) : "unknown";
    }
}
