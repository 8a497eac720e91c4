package io.lockkeeper.agent;

import io.lockkeeper.agent.fitness.CollectionFitness;
import io.lockkeeper.agent.fitness.ServerFitness;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockName;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets requests pass once the server has been found fit for locks. Requests that arrive during the check wait for its result. After a check
 * without a result, the next request checks again.
 */
final class Admission {

    private static final Logger log = LoggerFactory.getLogger(Admission.class);

    /** A refusal as the agent's callers see it. */
    static final ServerFitness.Refusals REFUSALS = new ServerFitness.Refusals() {
        @Override
        public RuntimeException unsupported(String message, @Nullable Throwable cause) {
            return new UnsupportedServerException(message, cause);
        }

        @Override
        public RuntimeException unavailable(String message, Throwable cause) {
            return new ServerUnavailableException(message, cause);
        }
    };

    private final ServerFitness fitness;
    private final CollectionFitness collection;
    private final IndexMode indexes;
    private final ReentrantLock asking = new ReentrantLock();
    private final AtomicReference<@Nullable Runnable> whenPassed = new AtomicReference<>();
    private volatile boolean passed;

    Admission(ServerFitness fitness, CollectionFitness collection, IndexMode indexes) {
        this.fitness = fitness;
        this.collection = collection;
        this.indexes = indexes;
    }

    /**
     * Before anything else.
     *
     * @throws UnsupportedServerException if the server is not fit, others use the collection, or it lacks an index that the mode asks for
     * @throws ServerUnavailableException if no primary answers in time
     */
    void pass() {
        fitness.require();
        prepare(collection.requireFree());
        passed();
    }

    /** Runs the action once the server was found fit, or now if it was. */
    void whenPassed(Runnable action) {
        whenPassed.set(action);
        if (passed) {
            runOnce();
        }
    }

    private void passed() {
        passed = true;
        runOnce();
    }

    private void runOnce() {
        Runnable action = whenPassed.getAndSet(null);
        if (action != null) {
            action.run();
        }
    }

    /** Before a request. Missing indexes are no reason to refuse it: they only purge idle documents. */
    void admit(LockName lock) {
        if (!passed) {
            try {
                passLate();
            } catch (ServerUnavailableException e) {
                throw unavailable(lock, e);
            } catch (UnsupportedServerException e) {
                throw e.getCause() == null ? e : unavailable(lock, e);
            }
        }
    }

    private static LockUnavailableException unavailable(LockName lock, RuntimeException why) {
        return new LockUnavailableException(lock.value(), String.valueOf(why.getMessage()), why.getCause());
    }

    private void passLate() {
        asking.lock();
        try {
            if (!passed) {
                fitness.require();
                prepareIfPossible(collection.requireFree());
                passed();
            }
        } finally {
            asking.unlock();
        }
    }

    private void prepareIfPossible(CollectionLook look) {
        try {
            prepare(look);
        } catch (UnsupportedServerException | ServerUnavailableException e) {
            log.warn("Locks work, but documents of unused ones may stay: {}", e.getMessage());
        }
    }

    private void prepare(CollectionLook look) {
        switch (indexes) {
            case CREATE -> collection.createIndexes(look);
            case VERIFY -> collection.requireIndexes(look);
            case NONE -> log.debug("Indexes are not looked at");
        }
    }
}
