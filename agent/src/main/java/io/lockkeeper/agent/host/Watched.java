package io.lockkeeper.agent.host;

import io.lockkeeper.model.Owner;
import io.lockkeeper.model.WatchKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * What an agent says of itself to be watched.
 *
 * @param self as which owner it asks for locks
 * @param version of the library
 * @param key whose hash is in its document
 * @param commandTimeout after which nothing that it has sent is applied any more
 * @param ttl after which nothing of it is left that was applied late
 * @param startsCommand whether its end proves nothing before a command is named
 */
public record Watched(
        Owner self, String version, WatchKey key, Duration commandTimeout, Duration ttl, boolean startsCommand) {

    private static final Path PROC = Path.of("/proc");

    /** Whether this kernel shows processes: there is nothing to prove the end of one with elsewhere. */
    static boolean isPossible() {
        return Files.isReadable(PROC.resolve("sys/kernel/random/boot_id"));
    }

    BsonDocument hello() throws IOException {
        return new BsonDocument("hello", new BsonInt64(1))
                .append("service", new BsonString(self.service()))
                .append("instance", new BsonString(self.instance()))
                .append("client", new BsonString("java/" + version))
                .append("pid", new BsonInt64(self.pid()))
                .append(
                        "pidns",
                        new BsonString(Files.readSymbolicLink(PROC.resolve("self/ns/pid"))
                                .toString()))
                .append("boot", new BsonString(boot()))
                .append("watch", new BsonString(self.agent()))
                .append("watchKey", new BsonString(key.text()))
                .append("commandMs", new BsonInt64(commandTimeout.toMillis()))
                .append("ttlMs", new BsonInt64(ttl.toMillis()))
                .append("command", BsonBoolean.valueOf(startsCommand));
    }

    private static String boot() throws IOException {
        return Files.readString(PROC.resolve("sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
                .strip();
    }
}
