package io.lockkeeper.agent.store;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A store of which a test says what it answers; the rest must not be asked. */
public abstract class StubStore implements LockStore {

    @Override
    public Reply apply(Ask ask, String stamp, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void endAll(Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Use> uses(Collection<LockName> names, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void confirm(Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Wakes wakes(String agent) {
        throw new UnsupportedOperationException();
    }
}
