package io.lockkeeper.commandline.locks;

import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** A document of the {@code locks} collection: a lock, or what another program wrote there. */
sealed interface LockEntry {

    String name();

    /** A lock as of a time of the server. */
    record Sound(Snapshot snapshot) implements LockEntry {
        @Override
        public String name() {
            return snapshot.lock().name();
        }

        /** The holders whose leases have not expired. */
        List<Holder> holders() {
            return snapshot.lock().holders().stream()
                    .filter(holder -> holder.expiresAt().isAfter(snapshot.serverTime()))
                    .toList();
        }

        /** How long the holder has used the lease; empty where its agent keeps it idle. */
        Optional<Duration> heldFor(Holder holder) {
            return holder.heldSince().map(this::since);
        }

        Duration since(Instant moment) {
            Duration passed = Duration.between(moment, snapshot.serverTime());
            return passed.isNegative() ? Duration.ZERO : passed;
        }
    }

    /** A document that is not a lock. */
    record Damaged(String name, String why) implements LockEntry {}

    static LockEntry of(BsonDocument answer) {
        try {
            return new Sound(Change.answer(answer));
        } catch (DamagedLockException e) {
            BsonDocument document = answer.getDocument("lock", answer);
            return new Damaged(
                    document.isString("_id")
                            ? document.getString("_id").getValue()
                            : String.valueOf(document.get("_id")),
                    String.valueOf(e.getMessage()));
        }
    }
}
