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

/** Evicts through the console, so that its roles, limits and audit hold: our own leases, and holders of other libraries' locks. */
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

    /** Whether another library's lock is meant. */
    public boolean isForeign() {
        return source.isGiven();
    }

    /**
     * Refuses options that do not go together.
     *
     * @throws FailedException if what only another library's lock has is given without one, or is missing with one
     */
    public void check() {
        if (!isForeign() && (etag != null || holderIsDead)) {
            throw usage("--etag and --holder-is-dead are for locks of other libraries: name their --source too.");
        }
        if (isForeign() && etag == null) {
            throw usage("Which acquisition? Give its --etag, as 'lockkeeper show NAME --source ID' prints it.");
        }
    }

    /** Evicts the lease with the token; prints what came of it. */
    public void evict(String lock, long token, String reason, Output output) {
        try (ConsoleClient console = source.console()) {
            BsonDocument answer = console.evict(lock, token, reason);
            print(new Json().with("lock", lock).with("token", token), answer, output);
        }
    }

    /** Evicts the holder whose acquisition has the ETag; prints what came of it. */
    public void evictForeign(String lock, String reason, Output output) {
        String seen = String.valueOf(etag).replace("\"", "");
        try (SourceLocks locks = source.open()) {
            BsonDocument answer = locks.evict(lock, seen, reason, holderIsDead);
            print(new Json().with("source", locks.id()).with("lock", lock).with("etag", seen), answer, output);
        }
    }

    private static void print(Json evicted, BsonDocument answer, Output output) {
        if (output.isJson()) {
            output.print(evicted.with("outcome", AnsweredFields.text(answer, "outcome"))
                    .with("detail", "")
                    .with("recorded", AnsweredFields.text(answer, "id")));
        } else {
            output.print(Plain.text(AnsweredFields.text(answer, "meaning")));
        }
    }

    private static FailedException usage(String sentence) {
        return new FailedException(ExitCode.USAGE, sentence);
    }
}
