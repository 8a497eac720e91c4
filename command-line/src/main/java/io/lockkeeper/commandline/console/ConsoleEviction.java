package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Evicts through the console, under its roles, limits and audit: leases of the first collection, and holders of locks in sources. */
public final class ConsoleEviction {

    @Mixin
    private SourceOption source = new SourceOption();

    @Option(
            names = "--etag",
            paramLabel = "ETAG",
            description =
                    "With --source: the acquisition to evict, as 'lockkeeper show NAME --source ID' prints it: this one or none.")
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
     * @throws FailedException if what only a source's lock has is given without a source, or is missing with one
     */
    public void check(@Nullable Long token) {
        if (!isInSource() && (etag != null || holderIsDead)) {
            throw usage("--etag and --holder-is-dead are for locks of other libraries: name their --source too.");
        }
        if (isInSource() && etag == null) {
            throw usage("Which acquisition? Give its --etag, as 'lockkeeper show NAME --source ID' prints it.");
        }
        if (isInSource() && token != null) {
            throw usage("--token is for Lockkeeper's own locks: with --source give the --etag.");
        }
        if (!isInSource() && token == null) {
            throw usage("Which lease? Give its --token, as 'lockkeeper show NAME' prints it.");
        }
    }

    /** Evicts the holder with the ETag or, in the first collection, the token; prints the outcome. */
    public void evict(String lock, @Nullable Long token, String reason, Output output) {
        String tag = String.valueOf(isInSource() ? etag : token).replace("\"", "");
        try (ConsoleLock evicted = source.lock(lock)) {
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

    private Json seen(String lock, @Nullable Long token, String etag) {
        return token != null
                ? new Json().with("lock", lock).with("token", token)
                : new Json().with("source", source.id()).with("lock", lock).with("etag", etag);
    }

    private static FailedException usage(String sentence) {
        return new FailedException(ExitCode.USAGE, sentence);
    }
}
