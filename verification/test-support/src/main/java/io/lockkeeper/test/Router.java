package io.lockkeeper.test;

import io.lockkeeper.test.StandIn.Behind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A mongos before two real replica sets, as far as Lockkeeper asks it: collections stand on the first, the primary shard, but for those
 * that are sharded by {@code _id}; change streams are merged over both. For a {@link StandIn}.
 */
public final class Router implements Behind.Opening, AutoCloseable {

    private static final Set<String> OF_BOTH =
            Set.of("createIndexes", "drop", "create", "collMod", "dropDatabase", "dropIndexes");
    private static final int ALL = 100_000;

    private final List<ReplicaSet> shards;
    private final Set<String> sharded;
    private final Map<Long, MergedStream> streams = new ConcurrentHashMap<>();
    private volatile boolean secondIsAway;

    private Router(Set<String> sharded) {
        this.sharded = sharded;
        this.shards = List.of(ReplicaSet.start(1), ReplicaSet.start(1));
    }

    /** With these collections sharded by {@code _id}, in any database. */
    public static Router start(String... sharded) {
        return new Router(Set.of(sharded));
    }

    /** Whether the second shard is out of reach. */
    public void secondIsAway(boolean away) {
        secondIsAway = away;
    }

    /** Which shard has a document of a sharded collection. */
    public static int shardOf(BsonValue id) {
        return Math.floorMod(id.hashCode(), 2);
    }

    @Override
    public Behind open() throws IOException {
        List<Wire.Line> lines = new ArrayList<>();
        for (ReplicaSet each : shards) {
            String uri = each.uri();
            lines.add(Wire.Line.open(Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1, uri.indexOf('/', 10)))));
        }
        return new Connection(lines);
    }

    @Override
    public void close() {
        shards.forEach(ReplicaSet::close);
    }

    /** Out of reach, as a mongos says it. */
    private static final class AwayException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private record Part(int place, BsonValue statement) {}

    private final class Connection implements Behind {

        private final List<Wire.Line> lines;

        Connection(List<Wire.Line> lines) {
            this.lines = lines;
        }

        @Override
        public byte[] exchange(byte[] message, @Nullable BsonDocument command) throws IOException {
            if (command == null) {
                return lines.getFirst().exchange(message);
            }
            try {
                return Wire.message(answer(command), Wire.number(message));
            } catch (AwayException e) {
                return Wire.message(BsonDocument.parse("""
                        { ok: 0.0, code: 133, codeName: 'FailedToSatisfyReadPreference', errorLabels: ['ResumableChangeStreamError'],
                          errmsg: 'Could not find host matching read preference { mode: "primary" } for set second' }
                        """), 0);
            }
        }

        @Override
        public void close() throws IOException {
            for (Wire.Line each : lines) {
                each.close();
            }
        }

        BsonDocument ask(int shard, BsonDocument command) throws IOException {
            if (shard == 1 && secondIsAway) {
                throw new AwayException();
            }
            catchUp(shard, command);
            return lines.get(shard).ask(command);
        }

        /** A shard that has written nothing since then would let a reader wait. */
        private void catchUp(int shard, BsonDocument command) throws IOException {
            if (command.getDocument("readConcern", new BsonDocument()).containsKey("afterClusterTime")) {
                note(shard, command.get("$clusterTime"));
            }
        }

        void note(int shard, @Nullable BsonValue clusterTime) throws IOException {
            BsonDocument note = BsonDocument.parse("{ appendOplogNote: 1, data: { router: 1 }, $db: 'admin' }");
            if (clusterTime != null) {
                note.append("$clusterTime", clusterTime);
            }
            var unused = lines.get(shard).ask(note);
        }

        private BsonDocument answer(BsonDocument command) throws IOException {
            String name = command.getFirstKey();
            if (ServerKind.isStream(command)) {
                MergedStream stream = MergedStream.open(this::ask, this::note, command);
                streams.put(stream.id(), stream);
                return stream.answer(command, "firstBatch", 0, this::ask, this::note);
            }
            if (command.isInt64("getMore")) {
                MergedStream stream = streams.get(command.getInt64("getMore").getValue());
                return stream == null
                        ? ask(0, command)
                        : stream.answer(
                                command,
                                "nextBatch",
                                command.getNumber("maxTimeMS", new BsonInt32(1_000))
                                        .longValue(),
                                this::ask,
                                this::note);
            }
            if (name.equals("killCursors")) {
                command.getArray("cursors")
                        .forEach(id -> streams.remove(id.asInt64().getValue()));
                return ask(0, command);
            }
            if (OF_BOTH.contains(name)) {
                var unused = ask(1, command.clone());
                return ask(0, command);
            }
            return command.get(name) instanceof BsonString of && sharded.contains(of.getValue())
                    ? sharded(name, command)
                    : ask(0, command);
        }

        private BsonDocument sharded(String name, BsonDocument command) throws IOException {
            return switch (name) {
                case "findAndModify" -> ask(Objects.requireNonNull(owner(command.getDocument("query"))), command);
                case "find" -> find(command);
                case "aggregate" -> aggregate(command);
                case "update" ->
                    split(command, "updates", each -> owner(each.asDocument().getDocument("q")));
                case "delete" ->
                    split(command, "deletes", each -> owner(each.asDocument().getDocument("q")));
                case "insert" -> split(command, "documents", each -> owner(each.asDocument()));
                default -> ask(0, command);
            };
        }

        /** The shard of a filter that names one document; null for others. */
        private @Nullable Integer owner(BsonDocument filter) {
            BsonValue id = filter.get("_id");
            return id == null || id.isDocument() ? null : Integer.valueOf(shardOf(id));
        }

        private BsonDocument find(BsonDocument command) throws IOException {
            Integer owner = owner(command.getDocument("filter", new BsonDocument()));
            return owner == null ? both(command.append("batchSize", new BsonInt32(ALL))) : ask(owner, command);
        }

        /** What looks at all documents together is asked of the first: no more is needed here. */
        private BsonDocument aggregate(BsonDocument command) throws IOException {
            boolean together = command.getArray("pipeline").stream()
                    .anyMatch(stage -> Set.of("$facet", "$group")
                            .contains(stage.asDocument().getFirstKey()));
            return together
                    ? ask(0, command)
                    : both(command.append("cursor", new BsonDocument("batchSize", new BsonInt32(ALL))));
        }

        private BsonDocument both(BsonDocument command) throws IOException {
            BsonDocument first = ask(0, command.clone());
            BsonDocument second = ask(1, command.clone());
            if (!first.isDocument("cursor") || !second.isDocument("cursor")) {
                return first.isDocument("cursor") ? second : first;
            }
            List<BsonValue> all = new ArrayList<>(first.getDocument("cursor").getArray("firstBatch"));
            all.addAll(second.getDocument("cursor").getArray("firstBatch"));
            if (command.getDocument("sort", new BsonDocument()).containsKey("_id")) {
                all.sort(Comparator.comparing(
                        each -> each.asDocument().getString("_id").getValue()));
            }
            int limit = command.getNumber("limit", new BsonInt32(0)).intValue();
            List<BsonValue> some = limit > 0 && all.size() > limit ? all.subList(0, limit) : all;
            first.getDocument("cursor")
                    .append("firstBatch", new BsonArray(some))
                    .append("id", new BsonInt64(0));
            return later(first, second);
        }

        /** Each statement goes to the shard of its document, or to both. */
        private BsonDocument split(BsonDocument command, String field, Function<BsonValue, @Nullable Integer> owner)
                throws IOException {
            List<List<Part>> parts = List.of(new ArrayList<>(), new ArrayList<>());
            BsonArray statements = command.getArray(field);
            IntStream.range(0, statements.size()).forEach(place -> {
                Integer shard = owner.apply(statements.get(place));
                for (int each = 0; each < 2; each++) {
                    if (shard == null || shard == each) {
                        parts.get(each).add(new Part(place, statements.get(place)));
                    }
                }
            });
            BsonDocument merged = new BsonDocument("ok", new BsonDouble(1));
            for (int shard = 0; shard < 2; shard++) {
                List<Part> mine = parts.get(shard);
                if (!mine.isEmpty()) {
                    BsonDocument its = command.clone()
                            .append(
                                    field,
                                    new BsonArray(
                                            mine.stream().map(Part::statement).toList()));
                    merge(merged, ask(shard, its), mine);
                }
            }
            return merged;
        }

        private static void merge(BsonDocument merged, BsonDocument answer, List<Part> parts) {
            if (answer.getNumber("ok").intValue() == 0) {
                merged.clear();
                merged.putAll(answer);
                return;
            }
            for (String count : List.of("n", "nModified")) {
                int sum = merged.getNumber(count, new BsonInt32(0)).intValue()
                        + answer.getNumber(count, new BsonInt32(0)).intValue();
                merged.append(count, new BsonInt32(sum));
            }
            for (String list : List.of("upserted", "writeErrors")) {
                if (answer.isArray(list)) {
                    BsonArray all = merged.getArray(list, new BsonArray());
                    answer.getArray(list).stream()
                            .map(BsonValue::asDocument)
                            .map(each -> each.append(
                                    "index",
                                    new BsonInt32(
                                            parts.get(each.getInt32("index").getValue())
                                                    .place())))
                            .forEach(all::add);
                    merged.append(list, all);
                }
            }
            later(merged, answer);
        }

        /** With the later time of both. */
        private static BsonDocument later(BsonDocument one, BsonDocument other) {
            Map<String, BsonValue> times = new HashMap<>(other);
            times.keySet().retainAll(Set.of("operationTime", "$clusterTime"));
            boolean newer = !one.isTimestamp("operationTime")
                    || (other.isTimestamp("operationTime")
                            && other.getTimestamp("operationTime").compareTo(one.getTimestamp("operationTime")) > 0);
            if (newer) {
                one.putAll(times);
            }
            return one;
        }
    }
}
