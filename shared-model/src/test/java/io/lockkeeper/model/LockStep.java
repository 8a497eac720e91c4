package io.lockkeeper.model;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoCommandException;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** One thing that happens to a lock, the same on a real server and in the model. */
sealed interface LockStep {

    /** Who asks in its own name: nobody, where an operator evicts. */
    List<String> asking();

    void on(SettledLock lock, String stamp);

    void on(LockModel model, LockModel.Call call);

    /** Whether it changes nothing of a lock that is another than was expected. */
    default boolean isConditional() {
        return this instanceof OnFastPath || this instanceof AsFirst || this instanceof AsksIfLive;
    }

    /** What an agent asks of the lock in one change, by itself or together with others. */
    record Asks(List<Ask.Combinable> asks) implements LockStep {
        @Override
        public List<String> asking() {
            return asks.stream()
                    .flatMap(ask -> ask instanceof Ask.Remove remove
                            ? Stream.concat(Stream.of(remove.acquirer()), remove.waiting().stream())
                            : Stream.of(ask.acquirer()))
                    .toList();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.together(asks, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.together(asks, call);
        }
    }

    /** The same, as a change of many locks does it, which never creates a document. */
    record AsksOfMany(List<Ask.Combinable> asks) implements LockStep {
        @Override
        public List<String> asking() {
            return new Asks(asks).asking();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            LockName another = new LockName("$orders.4712");
            lock.updateMany(Settle.togetherByLock(
                    Map.of(another, List.of(new Ask.Touch(another, "z")), lock.name(), asks), stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            if (model.document().isPresent()) {
                model.together(asks, call);
            }
        }
    }

    /** The same, if all leases that are released by it are live, of one lock or of many; it never creates a document. */
    record AsksIfLive(List<Ask.Combinable> asks, boolean alone) implements LockStep {
        @Override
        public List<String> asking() {
            return new Asks(asks).asking();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            if (alone) {
                lock.apply(Settle.togetherIfLive(asks, stamp));
            } else {
                LockName another = new LockName("$orders.4712");
                Map<LockName, List<Ask.Combinable>> byLock = Map.of(
                        another,
                        List.of(new Ask.Remove(another, "z", List.of(), OptionalLong.of(1))),
                        lock.name(),
                        asks);
                lock.updateMany(Settle.togetherByLock(byLock, stamp), ReleasedLeases.areLive(byLock));
            }
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            boolean live = model.document().stream()
                    .anyMatch(lock -> ReleasedLeases.of(asks).stream()
                            .allMatch(token -> lock.holders().stream()
                                    .filter(holder -> holder.token() == token)
                                    .filter(holder -> holder.evicted() == null)
                                    .anyMatch(holder -> holder.expiresAt().isAfter(call.now()))));
            if (live) {
                model.together(asks, call);
            }
        }
    }

    /** On the fast path, of one lock or of many. */
    record OnFastPath(UncontendedChange change, Ask.Combinable ask, boolean alone) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(ask.acquirer());
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            if (alone) {
                lock.apply(change, stamp);
            } else {
                lock.updateMany(UncontendedChange.together(List.of(change), stamp));
            }
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.quietly(change.seen(), ask, call);
        }
    }

    /** On the fast path of a lock without a document. Where it has one, nothing changes. */
    record AsFirst(FirstGrant grant, Ask.Combinable ask) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(ask.acquirer());
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            try {
                lock.apply(grant.change(stamp));
            } catch (MongoCommandException e) {
                if (ErrorCategory.fromErrorCode(e.getErrorCode()) != ErrorCategory.DUPLICATE_KEY) {
                    throw e;
                }
            }
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            if (model.document().isEmpty()) {
                model.together(List.of(ask), call);
            }
        }
    }

    record TouchAll(List<Beat> beats) implements LockStep {
        @Override
        public List<String> asking() {
            return beats.stream().map(Beat::acquirer).toList();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.updateMany(Settle.touchAll(beats, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.touchAll(beats, call);
        }
    }

    record Lighten(String acquirer, int weight) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(acquirer);
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.change(new Ask.Lighten(lock.name(), acquirer, weight), stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.lighten(acquirer, weight, call);
        }
    }

    record Linger(String acquirer, Duration atLeast) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(acquirer);
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.change(new Ask.Linger(lock.name(), acquirer, atLeast), stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.linger(acquirer, atLeast, call);
        }
    }

    record RemoveAll(List<String> asking) implements LockStep {
        @Override
        public void on(SettledLock lock, String stamp) {
            lock.updateMany(Settle.removeAll(asking, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.removeAll(asking, call);
        }
    }

    record Evict(Holder seen, Duration quarantine) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.evict(lock.name().value(), seen, "$ann", "hung", quarantine, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.evict(seen.acquirer(), seen.token(), "$ann", "hung", quarantine, call);
        }
    }

    record EvictNow(Holder seen) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.evictNow(lock.name().value(), seen, "$ann", "dead", stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.evictNow(seen.acquirer(), seen.token(), "$ann", "dead", call);
        }
    }

    record PauseUntil(Instant until, boolean unused) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(
                    unused
                            ? Settle.pauseUnused(lock.name(), "$ann", "$$NOW", until, StoredTimes.LAST, stamp)
                            : Settle.pause(lock.name().value(), "$ann", "$$NOW", until, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            if (unused) {
                model.pauseUnused("$ann", "$$NOW", until, call);
            } else {
                model.pause("$ann", "$$NOW", until, call);
            }
        }
    }

    record Resume(Pause pause) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.resume(lock.name().value(), pause, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.removeAll(List.of(pause.id()), call);
        }
    }

    record TakeOut(String acquirer) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.takeOut(lock.name().value(), acquirer, "$ann", "$$NOW", stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.takeOut(acquirer, "$ann", "$$NOW", call);
        }
    }

    /** An agent tells what the thread of one of its leases is doing. */
    record Attach(String acquirer, Thread.State state, List<String> frames) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.change(new Ask.Attach(lock.name(), acquirer, state, frames), stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.attach(acquirer, state, frames, call);
        }
    }

    record EndKeep(String acquirer) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.change(new Ask.EndKeep(lock.name(), acquirer), stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.endKeep(acquirer, call);
        }
    }

    /** The server purges the document, a day after its last expiry. */
    record Purge() implements LockStep {
        @Override
        public List<String> asking() {
            return List.of();
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.purge();
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.purge();
        }
    }
}
