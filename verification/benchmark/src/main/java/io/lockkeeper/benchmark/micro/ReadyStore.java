package io.lockkeeper.benchmark.micro;

import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One lock in memory, for one caller: it takes calls, and knows nothing else. */
final class ReadyStore implements LockStore {

    private final LockModel lock = new LockModel("report");

    @Override
    public synchronized Reply apply(Ask ask, String stamp, Duration timeout) {
        Instant now = Instant.now();
        lock.apply(ask, new LockModel.Call(now, stamp));
        return new Reply.Answered(lock.document().map(document -> new Snapshot(document, now)), true);
    }

    @Override
    public synchronized Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout) {
        lock.touchAll(List.copyOf(beats), new LockModel.Call(Instant.now(), stamp));
        return new Touched(Optional.empty(), Map.of());
    }

    @Override
    public void endAll(Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
        removes.forEach(remove -> apply(remove, stamp, timeout));
    }

    @Override
    public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
        throw new UnsupportedOperationException("It is asked for one lock by one caller");
    }

    @Override
    public List<Use> uses(Collection<LockName> names, Duration timeout) {
        throw new UnsupportedOperationException("It is asked for one lock by one caller");
    }

    @Override
    public void confirm(Duration timeout) {
        // it answers
    }

    @Override
    public Wakes wakes(String agent) {
        throw new UnsupportedOperationException("It is asked for one lock by one caller");
    }
}
