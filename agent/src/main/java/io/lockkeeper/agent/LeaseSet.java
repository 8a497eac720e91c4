package io.lockkeeper.agent;

import java.util.List;
import java.util.Optional;

/** Leases of several locks that were acquired together, all or none. Safe for use by any number of threads. */
public final class LeaseSet implements AutoCloseable {

    private final List<Lease> leases;

    LeaseSet(List<? extends Lease> leases) {
        this.leases = List.copyOf(leases);
    }

    /** The leases, in the order of their locks' names. */
    public List<Lease> leases() {
        return leases;
    }

    /** The lease of the lock of that name. */
    public Optional<Lease> lease(String name) {
        return leases.stream().filter(lease -> lease.name().equals(name)).findFirst();
    }

    /** Whether all of them are held now. Compares the clock at each call and needs no network. */
    public boolean isHeld() {
        return leases.stream().allMatch(Lease::isHeld);
    }

    /** Releases them all, the last first; whether all were held to their end. */
    public boolean release() {
        boolean held = true;
        for (Lease lease : leases.reversed()) {
            held &= lease.release();
        }
        return held;
    }

    /** Closes those that are still held, the last first, each as its request says. */
    @Override
    public void close() {
        leases.reversed().forEach(Lease::close);
    }
}
