package io.lockkeeper.examples.micronaut;

import jakarta.inject.Singleton;
import java.util.concurrent.CompletionStage;

/** Balances the books, in one instance at a time. */
@Singleton
class Books {

    @UnderLock("balance")
    public void balance(Runnable balancing) {
        balancing.run();
    }

    /** The lock is held until the balance has come. */
    @UnderLock("balance")
    public CompletionStage<Long> balance(CompletionStage<Long> balance) {
        return balance;
    }
}
