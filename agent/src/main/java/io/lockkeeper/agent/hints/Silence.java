package io.lockkeeper.agent.hints;

import com.mongodb.MongoException;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.Optional;

/**
 * Wakes nothing: MongoDB grants neither hints nor a stream.
 *
 * @param pause between two looks of the agent
 */
record Silence(Machine machine, Duration pause) implements Wakes {

    @Override
    public Optional<String> next() {
        try {
            machine.sleep(pause);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoException("The thread that looks was interrupted");
        }
    }

    @Override
    public boolean isHeard() {
        return false;
    }

    @Override
    public void close() {}
}
