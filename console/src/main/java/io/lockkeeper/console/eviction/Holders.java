package io.lockkeeper.console.eviction;

import io.lockkeeper.model.Owner;

/** An owner in words. */
final class Holders {

    private Holders() {}

    static String words(Owner owner) {
        return "%s · %s · pid %d · thread %s".formatted(owner.service(), owner.host(), owner.pid(), owner.thread());
    }
}
