package io.lockkeeper.benchmark.store;

import java.util.stream.Stream;
import org.bson.Document;

/**
 * What clients asked of a server about documents.
 *
 * @param reads the commands that read
 * @param writes the commands that changed something, or would have
 * @param documents how many documents those changed: a batch is one command
 */
public record Commands(long reads, long writes, long documents) {

    /** Of a server that does not count them. */
    public static final Commands UNKNOWN = new Commands(0, 0, 0);

    /** Since its start, as the server counts them. */
    static Commands of(Document status) {
        return new Commands(
                total(status, "find"),
                total(status, "findAndModify") + total(status, "update"),
                number(status, "metrics", "document", "updated") + number(status, "metrics", "document", "inserted"));
    }

    private static long total(Document status, String command) {
        return number(status, "metrics", "commands", command, "total");
    }

    private static long number(Document status, String... path) {
        return status.getEmbedded(Stream.of(path).toList(), Number.class).longValue();
    }

    public Commands since(Commands before) {
        return new Commands(reads - before.reads, writes - before.writes, documents - before.documents);
    }

    public long all() {
        return reads + writes;
    }

    public boolean areKnown() {
        return writes > 0;
    }
}
