package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Table;
import java.util.Map;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    @Override
    public Integer call() {
        try (ConsoleClient console = connection.open()) {
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
