package io.lockkeeper.examples.micronaut;

import jakarta.inject.Singleton;

/** Balances the books, in one instance at a time. */
@Singleton
class Books {

    @UnderLock("balance")
    public void balance(Runnable balancing) {
        balancing.run();
    }
}
