package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterEachCallback;

/** Where a contract is looked at: agents of several services that share locks, and what an operator does beside them. */
interface LockWorld extends AfterEachCallback {

    LockAgent agent(String service);

    /** The lock as it is stored. */
    LockDocument stored(String name);

    LockDocument evict(String name, Duration quarantine);

    LockDocument evictNow(String name);

    /** Deletes all locks behind their holders' backs. */
    void deleteAll();

    /** How many locks are held, by whomever. */
    long held();

    default Holder holder(String name) {
        return stored(name).holders().getFirst();
    }

    default void awaitWaiters(String name, int count) {
        await().untilAsserted(() -> assertThat(stored(name).queue()).hasSize(count));
    }
}
