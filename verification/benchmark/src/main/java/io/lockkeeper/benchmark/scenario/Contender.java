package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.store.Store;
import io.lockkeeper.peers.Peer;

/** A peer on a store that it can use, at an address of it. */
record Contender(Peer peer, Store store, String address) {

    Contender(Peer peer, Store store) {
        this(peer, store, store.address());
    }

    Subject subject() {
        return new Subject(peer.label(), store.label());
    }
}
