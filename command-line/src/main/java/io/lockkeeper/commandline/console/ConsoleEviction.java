package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import org.bson.BsonDocument;

/** Evicts through the console, so that its roles, limits and audit hold. */
public final class ConsoleEviction {

    private final ConsoleConnection connection;

    public ConsoleEviction(ConsoleConnection connection) {
        this.connection = connection;
    }

    /** Evicts the lease with the token; prints what came of it. */
    public void evict(String lock, long token, String reason, Output output) {
        try (ConsoleClient console = connection.open()) {
            BsonDocument answer = console.evict(lock, token, reason);
            if (output.isJson()) {
                output.print(new Json()
                        .with("lock", lock)
                        .with("token", token)
                        .with("outcome", AnsweredFields.text(answer, "outcome"))
                        .with("detail", "")
                        .with("recorded", AnsweredFields.text(answer, "id")));
            } else {
                output.print(Plain.text(AnsweredFields.text(answer, "meaning")));
            }
        }
    }
}
