package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;

/** The locks of another library in one source, as the console tells of them. */
public final class SourceLocks implements AutoCloseable {

    private final ConsoleClient console;
    private final String path;

    private SourceLocks(ConsoleClient console, String path) {
        this.console = console;
        this.path = path;
    }

    /** @throws FailedException if there is no such source, with those that there are */
    static SourceLocks of(ConsoleClient console, String id) {
        List<BsonDocument> all = console.get("/sources", Map.of()).getArray("sources").stream()
                .map(each -> each.asDocument())
                .toList();
        return all.stream()
                .filter(each -> AnsweredFields.text(each, "id").equals(id))
                .map(each -> new SourceLocks(console, "/sources/" + AnsweredFields.text(each, "path") + "/locks"))
                .findFirst()
                .orElseThrow(() -> none(id, all));
    }

    private static FailedException none(String id, List<BsonDocument> all) {
        String there = all.isEmpty()
                ? "There are none that you may see."
                : "There are "
                        + String.join(
                                ", ",
                                all.stream()
                                        .map(each -> AnsweredFields.text(each, "id"))
                                        .toList()) + ".";
        return new FailedException(ExitCode.NOT_SO, Plain.text("There is no source \"%s\". %s".formatted(id, there)));
    }

    /** Those of whose name or holders the text is a part. */
    public BsonDocument list(String contained, int limit) {
        return console.get(path, Map.of("q", contained, "limit", Integer.toString(limit)));
    }

    /**
     * One lock.
     *
     * @throws FailedException if there is none of this name
     */
    public BsonDocument lock(String name) {
        return console.get(path + "/" + ConsoleClient.segment(name), Map.of());
    }

    /** The past holds of a lock. */
    public BsonDocument history(String name, int limit) {
        return console.get(
                path + "/" + ConsoleClient.segment(name) + "/history", Map.of("limit", Integer.toString(limit)));
    }

    @Override
    public void close() {
        console.close();
    }
}
