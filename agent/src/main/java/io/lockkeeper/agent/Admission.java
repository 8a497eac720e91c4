package io.lockkeeper.agent;

import io.lockkeeper.agent.store.MongoLockStore;
import io.lockkeeper.model.LockName;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server whether it is fit for locks, until it was found so once. Requests that come while it is being asked wait
 * for that answer, and ask anew if it was none.
 */
final class Admission {

    private static final Logger log = LoggerFactory.getLogger(Admission.class);

    private final ServerCheck check;
    private final IndexMode indexes;
    private final MongoLockStore store;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile boolean passed;

    Admission(ServerCheck check, IndexMode indexes, MongoLockStore store) {
        this.check = check;
        this.indexes = indexes;
        this.store = store;
    }

    /**
     * Before anything else.
     *
     * @throws UnsupportedServerException if the server is not fit, or lacks an index that the mode asks for
     * @throws ServerUnavailableException if no primary answers in time
     */
    void pass() {
        check.requireSupported();
        check.prepare(indexes, store.collection());
        passed = true;
    }

    /** Before a request; indexes, which are but housekeeping, are no reason to refuse it. */
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
                check.requireSupported();
                prepareIfPossible();
                passed = true;
            }
        } finally {
            asking.unlock();
        }
    }

    private void prepareIfPossible() {
        try {
            check.prepare(indexes, store.collection());
        } catch (UnsupportedServerException | ServerUnavailableException e) {
            log.warn("Locks work, but documents of those that nobody uses any more may stay: {}", e.getMessage());
        }
    }
}
