package io.lockkeeper.model;

import java.time.Duration;
import java.util.List;

/** One thing that happens to a lock, the same on a real server and in the model. */
sealed interface LockStep {

    /** Who asks in its own name: nobody, where an operator evicts. */
    List<String> asking();

    void on(SettledLock lock, String stamp);

    void on(LockModel model, LockModel.Call call);

    record Enqueue(Request request) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(request.acquirer());
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.enqueue(lock.name(), request, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.enqueue(request, call);
        }
    }

    record TryEnqueue(Request request) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(request.acquirer());
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.tryEnqueue(lock.name(), request, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.tryEnqueue(request, call);
        }
    }

    record Touch(String acquirer) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(acquirer);
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.touch(lock.name(), acquirer, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.touch(asking(), call);
        }
    }

    record TouchAll(List<String> asking) implements LockStep {
        @Override
        public void on(SettledLock lock, String stamp) {
            lock.updateMany(Settle.touchAll(asking, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.touch(asking, call);
        }
    }

    record Lighten(String acquirer, int weight) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(acquirer);
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.lighten(lock.name(), acquirer, weight, stamp));
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
            lock.apply(Settle.linger(lock.name(), acquirer, atLeast, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.linger(acquirer, atLeast, call);
        }
    }

    record Remove(String acquirer) implements LockStep {
        @Override
        public List<String> asking() {
            return List.of(acquirer);
        }

        @Override
        public void on(SettledLock lock, String stamp) {
            lock.apply(Settle.remove(lock.name(), acquirer, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.remove(asking(), call);
        }
    }

    record RemoveAll(List<String> asking) implements LockStep {
        @Override
        public void on(SettledLock lock, String stamp) {
            lock.updateMany(Settle.removeAll(asking, stamp));
        }

        @Override
        public void on(LockModel model, LockModel.Call call) {
            model.remove(asking, call);
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
