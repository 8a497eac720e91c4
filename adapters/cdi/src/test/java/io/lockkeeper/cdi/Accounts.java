package io.lockkeeper.cdi;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** A service whose class says which lock its methods take. */
@Locked("accounts")
@ApplicationScoped
class Accounts extends OldAccounts {

    public Optional<String> pay() {
        return lock();
    }

    @Locked("account-#{#id}")
    public Optional<String> close(int id) {
        return id < 0 ? Optional.empty() : lock();
    }
}

/** What it inherits. */
class OldAccounts {

    public Optional<String> refund() {
        return lock();
    }

    static Optional<String> lock() {
        return CurrentLease.find().map(Lease::name);
    }
}
