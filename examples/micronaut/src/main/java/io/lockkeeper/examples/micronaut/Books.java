package io.lockkeeper.examples.micronaut;

import io.lockkeeper.agent.methods.Locked;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletionStage;

/** Balances the books, in one instance at a time. */
@Singleton
class Books {

    @Locked("balance")
    public void balance(Runnable balancing) {
        balancing.run();
    }

    /** The lock is held until the balance has come. */
    @Locked("balance")
    public CompletionStage<Long> balance(CompletionStage<Long> balance) {
        return balance;
    }
}
