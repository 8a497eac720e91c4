package io.lockkeeper.model;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * Writes the hints that follow from an operator's changes, for tools that are no agent. As thread-safe as the function that runs its
 * commands.
 */
public final class HintWriter {

    private static final int NAMESPACE_EXISTS = 48;

    private final String locks;
    private final BiFunction<String, BsonDocument, BsonDocument> runs;

    /**
     * For the locks in that database.
     *
     * @param runs runs a command on the primary, in the database of that name
     */
    public HintWriter(String locks, BiFunction<String, BsonDocument, BsonDocument> runs) {
        this.locks = locks;
        this.runs = runs;
    }

    /**
     * Writes the hints, if the user may: else agents learn of the change with their next renewal or heartbeat. Throws nothing. The lock no
     * longer shows where the agent of an ended lease or wait reads hints: unless {@code concerned} does, they are written to all places.
     *
     * @param left the lock as the change left it
     * @param stamp of the change
     * @param concerned the owners whose lease or wait it ended, if they are known
     */
    public void changed(LockDocument left, String stamp, Owner... concerned) {
        Set<HintPlace> used = Stream.of(
                        Stream.of(concerned),
                        left.holders().stream().map(Holder::owner),
                        left.queue().stream().map(Waiter::owner))
                .flatMap(each -> each)
                .flatMap(owner -> Stream.ofNullable(owner.wakes()))
                .collect(Collectors.toSet());
        (used.isEmpty() ? Arrays.asList(HintPlace.values()) : used)
                .forEach(place ->
                        Hint.of(left, stamp, owner -> owner.wakes() == place).forEach(hint -> write(place, hint)));
    }

    /** Writes the hints about the lock's evicted leases once more, as the first may have been lost. Throws nothing. */
    public void remind(LockDocument lock) {
        lock.holders().stream().filter(holder -> holder.evicted() != null).forEach(holder -> {
            HintPlace place = holder.owner().wakes();
            if (place != null) {
                write(place, new Hint(holder.owner().agent(), holder.acquirer()));
            }
        });
    }

    private void write(HintPlace place, Hint hint) {
        String database = place.database(locks);
        String collection = place.collection(locks, hint.to());
        try {
            create(database, collection);
            var unused = runs.apply(database, Hint.insert(collection, List.of(hint)));
        } catch (MongoException | IllegalStateException e) {
            // Or the client is closed. A lost hint only delays the agent, and the change is made.
        }
    }

    /** Creates the capped collection: an insert would create one that is not capped. */
    private void create(String database, String collection) {
        try {
            var unused = runs.apply(database, HintPlace.create(collection));
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NAMESPACE_EXISTS) {
                throw e;
            }
        }
    }
}
