package io.lockkeeper.console.eviction;

import io.lockkeeper.model.Owner;

/** An owner in words. */
final class Holders {

    private Holders() {}

    static String words(Owner owner) {
        return "%s · %s · pid %d · thread %s".formatted(owner.service(), where(owner), owner.pid(), owner.thread());
    }

    /** The instance, too, where the host's name does not tell it: other pages call the process by that. */
    private static String where(Owner owner) {
        return owner.host().contains(owner.instance()) ? owner.host() : owner.instance() + " · " + owner.host();
    }
}
