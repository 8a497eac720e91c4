package io.lockkeeper.agent.hints;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.store.OwnHandle;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the hints that follow from what an operator's tool changed, which is no agent. For Lockkeeper's own modules. Safe for use by any number of threads. */
public final class HintWriter {

    private static final Logger log = LoggerFactory.getLogger(HintWriter.class);

    private final Map<HintPlace, HintCollections> places = new EnumMap<>(HintPlace.class);
    private final String locks;

    /** For locks in that database. */
    public HintWriter(MongoClient client, String locks) {
        this.locks = locks;
        for (HintPlace place : HintPlace.values()) {
            places.put(place, new HintCollections(client, OwnHandle.on(client.getDatabase(place.database(locks)))));
        }
    }

    /**
     * Writes them, if the user may: else agents learn of the change with their next renewal or heartbeat. Throws nothing. Of a lease or wait that
     * the change ended, the lock does not tell where its agent reads hints: where nothing else does, they are written to all places.
     *
     * @param left the lock as the change left it
     * @param stamp of the change
     * @param concerned whose lease or wait it ended, if that is known
     */
    public void changed(LockDocument left, String stamp, Owner... concerned) {
        Set<HintPlace> used = Stream.of(
                        Stream.of(concerned),
                        left.holders().stream().map(Holder::owner),
                        left.queue().stream().map(Waiter::owner))
                .flatMap(each -> each)
                .flatMap(owner -> Stream.ofNullable(owner.wakes()))
                .collect(Collectors.toSet());
        (used.isEmpty() ? places.keySet() : used)
                .forEach(place -> write(place, Hint.of(left, stamp, owner -> owner.wakes() == place)));
    }

    /** Writes once more that leases of the lock are marked as evicted, as the first hint may have been lost. Throws nothing. */
    public void remind(LockDocument lock) {
        lock.holders().stream().filter(holder -> holder.evicted() != null).forEach(holder -> {
            HintPlace place = holder.owner().wakes();
            if (place != null) {
                write(place, List.of(new Hint(holder.owner().agent(), holder.acquirer())));
            }
        });
    }

    private void write(HintPlace place, List<Hint> hints) {
        hints.forEach(hint -> {
            try {
                Objects.requireNonNull(places.get(place)).insert(place.collection(locks, hint.to()), List.of(hint));
            } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
                log.debug("No hint could be written in {}; the agent learns of it later", place.text(), e);
            }
        });
    }
}
