package io.lockkeeper.test;

/** A mongod that belongs to no replica set: what an agent must refuse. */
public final class StandaloneServer implements AutoCloseable {
    private final Mongod mongod;

    private StandaloneServer(Mongod mongod) {
        this.mongod = mongod;
    }

    public static StandaloneServer start() {
        return new StandaloneServer(Mongod.start(Place.LOOPBACK));
    }

    public String uri() {
        return "mongodb://" + mongod.address();
    }

    @Override
    public void close() {
        mongod.close();
    }
}
