package io.lockkeeper.simulation.world;

import com.mongodb.WriteConcern;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** One change of one lock: what the plain model does, and the command that asks a real server for the same. */
sealed interface Step {

    void on(LockModel lock, LockModel.Call call);

    BsonDocument command(String lock, String stamp);

    record Asked(Ask ask) implements Step {
        @Override
        public void on(LockModel lock, LockModel.Call call) {
            lock.apply(ask, call);
        }

        @Override
        public BsonDocument command(String lock, String stamp) {
            return Settle.change(ask, stamp).command(WriteConcern.W1);
        }
    }

    record Together(List<Ask.Combinable> asks) implements Step {
        @Override
        public void on(LockModel lock, LockModel.Call call) {
            lock.together(asks, call);
        }

        @Override
        public BsonDocument command(String lock, String stamp) {
            return Settle.together(asks, stamp).command(WriteConcern.W1);
        }
    }

    record Touched(List<Beat> beats) implements Step {
        @Override
        public void on(LockModel lock, LockModel.Call call) {
            lock.touchAll(beats, call);
        }

        @Override
        public BsonDocument command(String lock, String stamp) {
            BsonDocument update = new BsonDocument("q", named(lock))
                    .append("u", new BsonArray(Settle.touchAll(beats, stamp)))
                    .append("multi", BsonBoolean.TRUE);
            return new BsonDocument("update", new BsonString(LockDocument.COLLECTION))
                    .append("updates", new BsonArray(List.of(update)));
        }
    }

    /** What an operator does to a lock: the same in the model as on a server. */
    record Operated(BiConsumer<LockModel, LockModel.Call> inModel, BiFunction<String, String, Change> onServer)
            implements Step {
        private static final String BY = "ann";
        private static final String REASON = "hung";

        static Operated evicts(Holder seen, Duration quarantine) {
            return new Operated(
                    (lock, call) -> lock.evict(seen.acquirer(), seen.token(), BY, REASON, quarantine, call),
                    (lock, stamp) -> Settle.evict(lock, seen, BY, REASON, quarantine, stamp));
        }

        static Operated evictsNow(Holder seen) {
            return new Operated(
                    (lock, call) -> lock.evictNow(seen.acquirer(), seen.token(), BY, REASON, call),
                    (lock, stamp) -> Settle.evictNow(lock, seen, BY, REASON, stamp));
        }

        static Operated takesOut(String acquirer) {
            return new Operated(
                    (lock, call) -> lock.takeOut(acquirer, BY, REASON, call),
                    (lock, stamp) -> Settle.takeOut(lock, acquirer, BY, REASON, stamp));
        }

        static Operated pauses(Instant until) {
            return new Operated(
                    (lock, call) -> lock.pause(BY, REASON, until, call),
                    (lock, stamp) -> Settle.pause(lock, BY, REASON, until, stamp));
        }

        @Override
        public void on(LockModel lock, LockModel.Call call) {
            inModel.accept(lock, call);
        }

        @Override
        public BsonDocument command(String lock, String stamp) {
            return onServer.apply(lock, stamp).command(WriteConcern.W1);
        }
    }

    record Purged() implements Step {
        @Override
        public void on(LockModel lock, LockModel.Call call) {
            lock.purge();
        }

        @Override
        public BsonDocument command(String lock, String stamp) {
            BsonDocument delete = new BsonDocument("q", named(lock)).append("limit", new BsonInt32(1));
            return new BsonDocument("delete", new BsonString(LockDocument.COLLECTION))
                    .append("deletes", new BsonArray(List.of(delete)));
        }
    }

    private static BsonDocument named(String lock) {
        return new BsonDocument("_id", new BsonString(lock));
    }
}
