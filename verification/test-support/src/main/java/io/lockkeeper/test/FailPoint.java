package io.lockkeeper.test;

import org.bson.Document;

/** A fail point that is set on one member of a replica set until it is switched off. */
public final class FailPoint {
    private final Mongod member;
    private final String name;

    private FailPoint(Mongod member, String name) {
        this.member = member;
        this.name = name;
    }

    static FailPoint set(Mongod member, String name, Object mode, Document data) {
        FailPoint failPoint = new FailPoint(member, name);
        member.command(failPoint.configure(mode).append("data", data));
        return failPoint;
    }

    public void off() {
        member.command(configure("off"));
    }

    private Document configure(Object mode) {
        return new Document("configureFailPoint", name).append("mode", mode);
    }
}
