package io.lockkeeper.model;

import com.mongodb.WriteConcern;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * A notice that a change of a lock concerns an acquirer of another agent. The author of a change writes the hints that follow from its
 * answer, after a majority has acknowledged it. A hint may be lost, late or doubled; agents check for themselves from time to time.
 *
 * @param to the agent
 * @param wake one word of a lock's {@code wake}: {@code acquirer=token+tokens}, {@code acquirer?} or {@code acquirer}
 */
public record Hint(String to, String wake) {

    /**
     * The hints that follow from the answer to a change: for each acquirer that the change itself granted, recalled, or woke to check. A
     * token is named only here, because a change whose stamp the answer shows has been made.
     *
     * @param stamp of the change
     * @param hears whether the agent of an entry reads hints where these are written
     */
    public static List<Hint> of(LockDocument lock, String stamp, Predicate<Owner> hears) {
        String wake = lock.wake();
        return wake == null || !wake.startsWith(stamp + " ")
                ? List.of()
                : Stream.of(wake.split(" ", -1))
                        .skip(1)
                        .filter(word -> owner(lock, acquirer(word))
                                .filter(hears.negate())
                                .isEmpty())
                        .map(Hint::of)
                        .toList();
    }

    /**
     * The hints that follow from a lock as it was read after a change, when a later change may have overwritten whom the first concerned:
     * for all its acquirers, without a token, so that they check for themselves.
     */
    public static List<Hint> ofAll(LockDocument lock, Predicate<Owner> hears) {
        return lock.holders().stream()
                .filter(holder -> hears.test(holder.owner()))
                .flatMap(holder -> word(lock, holder).stream())
                .map(Hint::of)
                .toList();
    }

    private static Optional<String> word(LockDocument lock, Holder holder) {
        if (holder.isKept() && (!lock.queue().isEmpty() || lock.paused() != null)) {
            return Optional.of(holder.acquirer() + "?");
        }
        boolean untouched = holder.updatedAt().equals(holder.acquiredAt());
        return untouched || holder.evicted() != null ? Optional.of(holder.acquirer()) : Optional.empty();
    }

    private static Hint of(String word) {
        String acquirer = acquirer(word);
        return new Hint(acquirer.substring(0, Math.max(0, acquirer.lastIndexOf('.'))), word);
    }

    private static String acquirer(String word) {
        return word.split("[=+?]", 2)[0];
    }

    /** The owner of the acquirer's entry; empty for one that an operator took out, or that the change dropped: its entry is gone. */
    private static Optional<Owner> owner(LockDocument lock, String acquirer) {
        return lock.holder(acquirer)
                .map(Holder::owner)
                .or(() -> lock.waiter(acquirer).map(Waiter::owner));
    }

    /** The command that writes hints into a collection, acknowledged by the primary only. */
    public static BsonDocument insert(String collection, List<Hint> hints) {
        return new BsonDocument("insert", new BsonString(collection))
                .append(
                        "documents",
                        new BsonArray(hints.stream().map(Hint::toBson).toList()))
                .append("ordered", BsonBoolean.FALSE)
                .append("writeConcern", WriteConcern.W1.asDocument());
    }

    private BsonDocument toBson() {
        return new BsonDocument("to", new BsonString(to)).append("wake", new BsonString(wake));
    }
}
