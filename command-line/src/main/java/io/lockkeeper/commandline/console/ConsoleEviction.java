package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Evicts through the console, under its roles, limits and audit. */
public final class ConsoleEviction {

    @Mixin
    private SourceOption source = new SourceOption();

    @Option(
            names = "--etag",
            paramLabel = "ETAG",
            description =
                    "With --source, of another library's lock: the acquisition to evict, as 'lockkeeper show NAME --source ID' prints it: this one or none.")
    private @Nullable String etag;

    @Option(
            names = "--holder-is-dead",
            description =
                    "With --source: confirms that the process that held the lock is dead. Required where 'lockkeeper sources' shows grade C.")
    private boolean holderIsDead;

    /** Whether a {@code --source} is given. */
    public boolean isInSource() {
        return source.isGiven();
    }

    /**
     * Refuses options that do not go together.
     *
     * @param token the lease's, if one is given
     * @throws FailedException if what only a source's lock has is given without a source, or nothing names one holder
     */
    public void check(@Nullable Long token) {
        if (!isInSource() && (etag != null || holderIsDead)) {
            throw usage("--etag and --holder-is-dead are for locks of other libraries: name their --source too.");
        }
        if ((etag == null) == (token == null)) {
            throw usage(
                    "Which holder? Give the --token of its lease or, of another library's lock, the --etag: 'lockkeeper show NAME' prints it.");
        }
    }

    /** Evicts the holder with the token or the ETag; prints the outcome. */
    public void evict(String lock, @Nullable Long token, String reason, Output output) {
        String tag = String.valueOf(token == null ? etag : token).replace("\"", "");
        try (ConsoleClient console = source.console();
                ConsoleLock evicted = new ConsoleSource(console, source.id()).at(lock)) {
            if (isInSource() && !holderIsDead) {
                requireSafe(console);
            }
            BsonDocument answer = evicted.evict(tag, reason, holderIsDead);
            if (output.isJson()) {
                output.print(seen(lock, token, tag)
                        .with("outcome", AnsweredFields.text(answer, "outcome"))
                        .with("detail", "")
                        .with("recorded", AnsweredFields.text(answer, "id")));
            } else {
                output.print(Plain.text(AnsweredFields.text(answer, "meaning")));
            }
        }
    }

    /** Refuses, with the library's reason, where a holder may be evicted only if its process is dead. */
    private void requireSafe(ConsoleClient console) {
        for (BsonValue each : console.get("/sources", Map.of()).getArray("sources")) {
            BsonDocument listed = each.asDocument();
            if (AnsweredFields.text(listed, "id").equals(source.id())
                    && AnsweredFields.text(listed, "grade").equals("C")) {
                throw new FailedException(
                        ExitCode.NOT_SO,
                        Plain.text(
                                "Nothing was changed. %s Make sure that the process that held the lock is dead, then confirm it with --holder-is-dead."
                                        .formatted(AnsweredFields.text(listed, "sentence"))));
            }
        }
    }

    private Json seen(String lock, @Nullable Long token, String etag) {
        Json seen = isInSource() ? new Json().with("source", source.id()) : new Json();
        seen.with("lock", lock);
        return token == null ? seen.with("etag", etag) : seen.with("token", token);
    }

    private static FailedException usage(String sentence) {
        return new FailedException(ExitCode.USAGE, sentence);
    }
}
