package io.lockkeeper.test;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A change stream over two shards: an event is shown once the other shard has come as far. For one client at a time. */
final class MergedStream {

    private static final AtomicLong IDS = new AtomicLong(7_000_000_000L);
    private static final int TURN_MILLIS = 30;

    private final long id = IDS.incrementAndGet();
    private final String after;
    private final List<Shard> shards;

    /** Asks a shard. */
    interface Ask {
        BsonDocument ask(int shard, BsonDocument command) throws IOException;
    }

    /** Has a shard write something at that time or later, so that its stream gets on. */
    interface Note {
        void note(int shard, @Nullable BsonValue clusterTime) throws IOException;
    }

    private static final class Shard {
        private final long cursor;
        private final Deque<BsonDocument> events = new ArrayDeque<>();
        private String reached = "";

        Shard(long cursor) {
            this.cursor = cursor;
        }

        void take(BsonDocument cursorOf, String batch) {
            cursorOf.getArray(batch).forEach(each -> events.add(each.asDocument()));
            reached = data(cursorOf.getDocument("postBatchResumeToken", new BsonDocument()), reached);
        }
    }

    private MergedStream(String after, List<Shard> shards) {
        this.after = after;
        this.shards = shards;
    }

    /** At the same moment on both. */
    static MergedStream open(Ask ask, Note note, BsonDocument command) throws IOException {
        BsonDocument stage =
                command.getArray("pipeline").getFirst().asDocument().getDocument("$changeStream");
        BsonDocument token = stage.getDocument("resumeAfter", stage.getDocument("startAfter", new BsonDocument()));
        String after = data(token, "");
        BsonTimestamp from = after.isEmpty()
                ? stage.containsKey("startAtOperationTime")
                        ? stage.getTimestamp("startAtOperationTime")
                        : ask.ask(0, BsonDocument.parse("{ ping: 1, $db: 'admin' }"))
                                .getTimestamp("operationTime")
                : new BsonTimestamp(
                        Integer.parseUnsignedInt(after.substring(2, 10), 16),
                        Integer.parseUnsignedInt(after.substring(10, 18), 16));
        stage.remove("resumeAfter");
        stage.remove("startAfter");
        stage.append("startAtOperationTime", from);
        List<Shard> shards = new ArrayList<>();
        for (int each = 0; each < 2; each++) {
            note.note(each, command.get("$clusterTime"));
            BsonDocument answer = ask.ask(each, command.clone());
            if (!answer.isDocument("cursor")) {
                throw new IOException("The shard refuses the stream: " + answer);
            }
            Shard shard = new Shard(answer.getDocument("cursor").getInt64("id").getValue());
            shard.take(answer.getDocument("cursor"), "firstBatch");
            shards.add(shard);
        }
        return new MergedStream(after, shards);
    }

    long id() {
        return id;
    }

    /** What has happened on both, awaited for so long. */
    synchronized BsonDocument answer(BsonDocument command, String batch, long millis, Ask ask, Note note)
            throws IOException {
        long until = System.nanoTime() + millis * 1_000_000;
        List<BsonDocument> ready = ready();
        while (ready.isEmpty() && System.nanoTime() < until) {
            for (int each = 0; each < 2; each++) {
                BsonDocument more = new BsonDocument("getMore", new BsonInt64(shards.get(each).cursor))
                        .append("collection", collection(command))
                        .append("maxTimeMS", new BsonInt32(TURN_MILLIS))
                        .append("$db", command.get("$db"));
                if (command.containsKey("lsid")) {
                    more.append("lsid", command.get("lsid"));
                }
                BsonDocument answer = ask.ask(each, more);
                if (!answer.isDocument("cursor")) {
                    return answer;
                }
                shards.get(each).take(answer.getDocument("cursor"), "nextBatch");
                if (!shards.get(each).events.isEmpty()) {
                    note.note(1 - each, answer.get("$clusterTime"));
                }
            }
            ready = ready();
        }
        BsonDocument cursor = new BsonDocument("id", new BsonInt64(id))
                .append(
                        "ns",
                        new BsonString(command.getString("$db").getValue() + "."
                                + collection(command).getValue()))
                .append(batch, new BsonArray(ready))
                .append("postBatchResumeToken", new BsonDocument("_data", new BsonString(reached())));
        return new BsonDocument("cursor", cursor).append("ok", new BsonDouble(1));
    }

    private static BsonString collection(BsonDocument command) {
        return command.isString("aggregate") ? command.getString("aggregate") : command.getString("collection");
    }

    private List<BsonDocument> ready() {
        List<BsonDocument> ready = new ArrayList<>();
        String limit = reached();
        while (true) {
            Shard next = shards.stream()
                    .filter(each -> !each.events.isEmpty())
                    .min((one, other) -> place(one).compareTo(place(other)))
                    .orElse(null);
            if (next == null || place(next).compareTo(limit) > 0) {
                return ready;
            }
            BsonDocument event = next.events.remove();
            if (data(event.getDocument("_id"), "").compareTo(after) > 0) {
                ready.add(event);
            }
        }
    }

    private String reached() {
        return shards.stream().map(each -> each.reached).min(String::compareTo).orElseThrow();
    }

    private static String place(Shard shard) {
        return data(Objects.requireNonNull(shard.events.peek()).getDocument("_id"), "");
    }

    private static String data(BsonDocument token, String otherwise) {
        return token.getString("_data", new BsonString(otherwise)).getValue();
    }
}
