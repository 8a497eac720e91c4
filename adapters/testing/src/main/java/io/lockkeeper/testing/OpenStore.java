package io.lockkeeper.testing;

import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Locks without waiters: each request weighs so little that it fits beside all others. */
record OpenStore(MemoryStore store) implements LockStore {

    private static final int EVERYBODY = 1 << 30;

    @Override
    public Reply apply(Ask ask, String stamp, Duration timeout) {
        return store.apply(
                switch (ask) {
                    case Ask.Enqueue enqueue -> new Ask.Enqueue(enqueue.lock(), light(enqueue.request()));
                    case Ask.TryEnqueue attempt -> new Ask.TryEnqueue(attempt.lock(), light(attempt.request()));
                    default -> ask;
                },
                stamp,
                timeout);
    }

    @Override
    public Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout) {
        return store.touchAll(beats, stamp, timeout);
    }

    @Override
    public void endAll(Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
        store.endAll(removes, lingers, stamp, timeout);
    }

    @Override
    public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
        return store.read(names, timeout);
    }

    @Override
    public List<Use> uses(Collection<LockName> names, Duration timeout) {
        return store.uses(names, timeout).stream()
                .map(use -> new Use(use.lock(), false, use.idleSince()))
                .toList();
    }

    @Override
    public void confirm(Duration timeout) {
        store.confirm(timeout);
    }

    @Override
    public Wakes wakes(String agent) {
        return store.wakes(agent);
    }

    private static Request light(Request request) {
        return new Request(request.acquirer(), 1, EVERYBODY, request.ttl(), request.owner());
    }
}
