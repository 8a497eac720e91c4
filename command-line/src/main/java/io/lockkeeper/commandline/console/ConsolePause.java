package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import java.time.Instant;
import org.bson.BsonDocument;
import picocli.CommandLine.Mixin;

/** Pauses locks through the console, and ends pauses, so that its roles and audit hold. */
public final class ConsolePause {

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    public void pause(String lock, Instant until, String reason, Output output) {
        try (ConsoleClient console = connection.open()) {
            BsonDocument paused = console.pause(lock, until, reason);
            output.print(
                    output.isJson()
                            ? paused.toJson()
                            : Plain.text("Paused until %s.".formatted(AnsweredFields.text(paused, "until"))));
        }
    }

    /** Ends the pause that the lock has now. */
    public void resume(String lock, Output output) {
        try (ConsoleClient console = connection.open()) {
            BsonDocument ended = console.resume(lock);
            output.print(output.isJson() ? ended.toJson() : "The lock is not paused any more.");
        }
    }
}
