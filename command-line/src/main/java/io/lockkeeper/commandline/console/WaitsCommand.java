package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockkeeper waits}. */
@Command(
        name = "waits",
        description = {
            "Show who is waiting for whom, across all locks, starting with those that block the most; and deadlocks,"
                    + " with how to break them.",
            "Asks the console, with your API token."
        },
        mixinStandardHelpOptions = true)
public final class WaitsCommand implements Callable<Integer> {

    private static final String MOST = "10000";

    @Mixin
    private SourceOption source = new SourceOption();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        try (ConsoleClient console = source.console()) {
            BsonDocument waits = console.get("/waits", Map.of("limit", MOST, "source", source.id()));
            if (output.isJson()) {
                output.print(AnsweredFields.line(waits));
            } else {
                print(waits);
            }
            if (waits.getBoolean("cut").getValue()) {
                output.tell("There are more lines than these %s.".formatted(MOST));
            }
        }
        return ExitCode.OK;
    }

    private void print(BsonDocument waits) {
        for (BsonValue each : waits.getArray("deadlocks")) {
            BsonDocument deadlock = each.asDocument();
            output.print("Deadlock: " + Plain.text(AnsweredFields.text(deadlock, "sentence")));
            output.print("  " + Plain.text(AnsweredFields.text(deadlock, "remedy")));
        }
        if (waits.getArray("lines").isEmpty()) {
            output.print("There are no waiters.");
        }
        waits.getArray("lines").forEach(line -> output.print(line(line.asDocument())));
    }

    private static String line(BsonDocument line) {
        String who = line.isDocument("who") ? who(line.getDocument("who")) : "no holder";
        String waitsFor = line.isString("waitsFor") ? " waits for " + AnsweredFields.text(line, "waitsFor") : "";
        List<String> holds = line.getArray("holds").stream()
                .map(held -> AnsweredFields.text(held.asDocument(), "lock") + " (token "
                        + AnsweredFields.number(held.asDocument(), "token") + ")")
                .toList();
        String held = holds.isEmpty() ? "" : " holds " + String.join(", ", holds);
        long behind = AnsweredFields.number(line, "behind");
        return "  ".repeat((int) AnsweredFields.number(line, "level"))
                + Plain.text(who
                        + waitsFor
                        + held
                        + (behind == 0 ? "" : String.format(Locale.ROOT, ", %d behind it", behind)));
    }

    private static String who(BsonDocument who) {
        return List.of("service", "instance", "thread").stream()
                .map(part -> AnsweredFields.text(who, part))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }
}
