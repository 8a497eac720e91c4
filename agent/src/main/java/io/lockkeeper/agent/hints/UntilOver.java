package io.lockkeeper.agent.hints;

import io.lockkeeper.agent.store.Wakes;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Wakes of the change stream, until hints are enough. */
record UntilOver(Wakes wakes, BooleanSupplier over) implements Wakes {

    @Override
    public Optional<String> next() {
        return wakes.next();
    }

    @Override
    public boolean isOver() {
        return over.getAsBoolean();
    }

    @Override
    public void close() {
        wakes.close();
    }
}
