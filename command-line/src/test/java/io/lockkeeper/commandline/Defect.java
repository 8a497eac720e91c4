package io.lockkeeper.commandline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** A promise of MongoDB that a server breaks: what it is asked in place of a command, and by which finding a proof names it. */
enum Defect {
    ACKNOWLEDGES_WRITES_THAT_ARE_LOST("FAILED   exclusion: \\d+ of 120 additions"),
    FORGETS_GRANTS("FAILED   exclusion: \\d+ of 120 additions"),
    CLOCK_GOES_BACK("FAILED   tokens: after the lock's document was deleted, token"),
    CLOCK_IS_FAST("FAILED   expiry: "),
    CLOCK_IS_SLOW("FAILED   expiry: "),
    STREAM_SKIPS_CHANGES("FAILED   streams: a change did not arrive"),
    LOSES_HINTS("WARNING  hand-off: "),
    NEVER_DELETES_WHAT_EXPIRES("WARNING  TTL index: deleted nothing"),
    COMMITS_WHAT_IS_ABORTED("FAILED   transaction: what was committed or aborted"),
    WRITES_DESPITE_THE_TOKEN("FAILED   transaction: a write with an older token"),
    FORGETS_EVICTIONS("WARNING  eviction: its holder was not notified"),
    IS_SLOW("WARNING  hand-off: ");

    /** A line of the proof, as a regular expression. */
    private final String finding;

    Defect(String finding) {
        this.finding = finding;
    }

    String finding() {
        return finding;
    }

    /** For one server. */
    UnaryOperator<BsonDocument> rewrites() {
        return switch (this) {
            case ACKNOWLEDGES_WRITES_THAT_ARE_LOST -> each(10, Defect::lost);
            case FORGETS_GRANTS -> Defect::withoutHolders;
            case CLOCK_GOES_BACK -> new ClockBack();
            case CLOCK_IS_FAST -> clock(4);
            case CLOCK_IS_SLOW -> clock(-3);
            case STREAM_SKIPS_CHANGES -> Defect::watchingNothing;
            case LOSES_HINTS -> Defect::hintingNobody;
            case NEVER_DELETES_WHAT_EXPIRES -> Defect::withoutTtl;
            case COMMITS_WHAT_IS_ABORTED -> Defect::committing;
            case WRITES_DESPITE_THE_TOKEN -> Defect::unguarded;
            case FORGETS_EVICTIONS -> Defect::withoutEvictions;
            case IS_SLOW -> Defect::late;
        };
    }

    private static UnaryOperator<BsonDocument> each(int which, UnaryOperator<BsonDocument> other) {
        int[] count = {0};
        return command -> {
            synchronized (count) {
                return isOf(command, "update", "proof_numbers") && ++count[0] % which == 0
                        ? other.apply(command)
                        : command;
            }
        };
    }

    private static boolean isOf(BsonDocument command, String name, String collection) {
        return command.getFirstKey().equals(name)
                && command.get(name) instanceof BsonString of
                && of.getValue().startsWith(collection);
    }

    private static BsonDocument first(BsonDocument command, String array) {
        return command.getArray(array).getFirst().asDocument();
    }

    private static BsonDocument lost(BsonDocument command) {
        first(command, "updates")
                .append("q", new BsonDocument("_id", new BsonString("nowhere")))
                .append("upsert", BsonBoolean.FALSE);
        return command;
    }

    /** Each request for it finds it free. */
    private static BsonDocument withoutHolders(BsonDocument command) {
        boolean asks = isOf(command, "findAndModify", "locks")
                && command.getDocument("query").containsValue(new BsonString("proof:exclusion"))
                && command.isArray("update")
                && command.getBoolean("upsert", BsonBoolean.FALSE).getValue();
        if (asks) {
            command.getArray("update")
                    .add(
                            0,
                            BsonDocument.parse(
                                    "{ $set: { holders: { $cond: [ { $isArray: '$holders' }, [], '$$REMOVE' ] } } }"));
        }
        return command;
    }

    /** Ten minutes once the proof has deleted a lock. */
    private static final class ClockBack implements UnaryOperator<BsonDocument> {
        private volatile boolean back;

        @Override
        public BsonDocument apply(BsonDocument command) {
            back |= isOf(command, "delete", "locks");
            return back ? at(command, "$subtract", Duration.ofMinutes(10).toMillis()) : command;
        }
    }

    private static UnaryOperator<BsonDocument> clock(int faster) {
        long began = System.nanoTime();
        return command -> at(
                command,
                "$add",
                faster > 0
                        ? (faster - 1)
                                * Duration.ofNanos(System.nanoTime() - began).toMillis()
                        : -Duration.ofNanos(System.nanoTime() - began).toMillis() * 3 / 4);
    }

    private static BsonDocument at(BsonDocument command, String operator, long millis) {
        BsonDocument now =
                new BsonDocument(operator, new BsonArray(List.of(new BsonString("$$NOW"), new BsonInt64(millis))));
        return replaced(command, now).asDocument();
    }

    private static BsonValue replaced(BsonValue value, BsonDocument now) {
        return switch (value) {
            case BsonString text when text.getValue().equals("$$NOW") -> now;
            case BsonDocument document -> {
                BsonDocument copy = new BsonDocument();
                document.forEach((key, each) -> copy.put(key, replaced(each, now)));
                yield copy;
            }
            case BsonArray array -> {
                List<BsonValue> copy = new ArrayList<>();
                array.forEach(each -> copy.add(replaced(each, now)));
                yield new BsonArray(copy);
            }
            default -> value;
        };
    }

    private static BsonDocument watchingNothing(BsonDocument command) {
        if (isOf(command, "aggregate", "proof_images")) {
            command.getArray("pipeline").add(BsonDocument.parse("{ $match: { operationType: 'none' } }"));
        }
        return command;
    }

    private static BsonDocument hintingNobody(BsonDocument command) {
        if (isOf(command, "insert", "lock_wakes")) {
            command.getArray("documents").forEach(hint -> hint.asDocument().append("to", new BsonString("")));
        }
        return command;
    }

    private static BsonDocument withoutTtl(BsonDocument command) {
        if (command.getFirstKey().equals("createIndexes")) {
            command.getArray("indexes").forEach(index -> index.asDocument().remove("expireAfterSeconds"));
        }
        return command;
    }

    private static BsonDocument committing(BsonDocument command) {
        if (!command.getFirstKey().equals("abortTransaction")) {
            return command;
        }
        BsonDocument commits = new BsonDocument("commitTransaction", new BsonInt32(1));
        command.forEach((key, value) -> commits.putIfAbsent(key, value));
        commits.remove("abortTransaction");
        return commits;
    }

    private static BsonDocument unguarded(BsonDocument command) {
        if (isOf(command, "update", "proof_accounts")) {
            first(command, "updates").append("q", new BsonDocument("_id", new BsonInt32(1)));
        }
        return command;
    }

    private static BsonDocument withoutEvictions(BsonDocument command) {
        if (isOf(command, "findAndModify", "locks") && command.toString().contains("proof-eviction")) {
            command.append("query", new BsonDocument("_id", BsonNull.VALUE)).append("upsert", BsonBoolean.FALSE);
        }
        return command;
    }

    private static BsonDocument late(BsonDocument command) {
        if (isOf(command, "findAndModify", "locks")
                && command.getDocument("query").containsValue(new BsonString("proof:hand-off"))) {
            LockSupport.parkNanos(Duration.ofMillis(900).toNanos());
        }
        return command;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
