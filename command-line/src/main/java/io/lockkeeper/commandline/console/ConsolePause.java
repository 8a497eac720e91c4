package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import java.time.Instant;
import org.bson.BsonDocument;
import picocli.CommandLine.Mixin;

/** Pauses locks through the console, and ends pauses, under its roles and audit. */
public final class ConsolePause {

    @Mixin
    private SourceOption source = new SourceOption();

    /** Whether a {@code --source} is given. */
    public boolean isInSource() {
        return source.isGiven();
    }

    public void pause(String lock, Instant until, String reason, Output output) {
        try (ConsoleLock paused = source.lock(lock)) {
            String unused = paused.unused();
            BsonDocument pause = paused.pause(until, reason);
            output.print(
                    output.isJson()
                            ? pause.toJson()
                            : Plain.text("Paused until %s.%s".formatted(AnsweredFields.text(pause, "until"), unused)));
        }
    }

    /** Ends the pause that the lock has now. */
    public void resume(String lock, Output output) {
        try (ConsoleLock paused = source.lock(lock)) {
            BsonDocument ended = paused.resume();
            output.print(output.isJson() ? ended.toJson() : "The lock is not paused any more.");
        }
    }
}
