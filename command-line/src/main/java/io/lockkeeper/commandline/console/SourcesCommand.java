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

    private static final String[] FOUND = {"COLLECTION", "LIBRARY", "SURE", "LOCKS", "WATCHED"};

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
            names = "--in-background",
            description =
                    "With --find: have the console search by itself, for a fifth of the time, and print what it has found so far.")
    private boolean inBackground;

    @Option(names = "--again", description = "With --in-background: begin another search where one has ended.")
    private boolean again;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "With --find: search this cluster, as the console's settings name it.")
    private String cluster = "";

    @Override
    public Integer call() {
        try (ConsoleClient console = connection.open()) {
            if (find && inBackground) {
                findInBackground(console);
                return ExitCode.OK;
            }
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
                sources.getArray("sources").forEach(each -> source(each, table));
                output.print(table.lines());
            }
        }
        return ExitCode.OK;
    }

    /** Prints the collections found: the console searches for some seconds at a time, and returns where to continue. */
    private void find(ConsoleClient console) {
        Table table = new Table(FOUND);
        String from = "";
        do {
            Map<String, String> asked =
                    cluster.isEmpty() ? Map.of("from", from) : Map.of("from", from, "cluster", cluster);
            BsonDocument answer = console.get("/discovery", asked);
            found(answer, table);
            from = answer.isString("next") ? AnsweredFields.text(answer, "next") : "";
        } while (!from.isEmpty());
        if (!output.isJson()) {
            output.print(table.lines());
        }
    }

    private void findInBackground(ConsoleClient console) {
        Table table = new Table(FOUND);
        BsonDocument answer = console.post("/discovery", Map.of("again", Boolean.toString(again), "cluster", cluster));
        found(answer.getDocument("found"), table);
        if (!output.isJson()) {
            output.print(table.lines());
        }
        String why = answer.isString("why") ? " " + AnsweredFields.text(answer, "why") : "";
        output.tell((answer.getBoolean("goesOn").getValue() ? "The search goes on." : "The search has ended.") + why);
    }

    private void found(BsonDocument answer, Table table) {
        for (BsonValue each : answer.getArray("proposals")) {
            if (output.isJson()) {
                output.print(AnsweredFields.line(each.asDocument()));
            } else {
                row(each.asDocument(), table);
            }
        }
    }

    private static void row(BsonDocument proposal, Table table) {
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

    private static void source(BsonValue value, Table table) {
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
