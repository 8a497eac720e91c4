package io.lockkeeper.faults.cluster;

import io.lockkeeper.test.Place;

/** All on one address: nothing can be cut. */
record Loopback() implements Network {

    @Override
    public Place member(int member) {
        return Place.LOOPBACK;
    }

    @Override
    public Place clients() {
        return Place.LOOPBACK;
    }

    @Override
    public boolean canCut() {
        return false;
    }

    @Override
    public void cut(int one, int other) {
        throw new UnsupportedOperationException("On loopback ports nothing can be cut");
    }

    @Override
    public void cutFromClients(int member) {
        throw new UnsupportedOperationException("On loopback ports nothing can be cut");
    }

    @Override
    public void heal() {
        // nothing was cut
    }
}
