package io.lockkeeper.test;

import org.bson.Document;

/** A {@code failCommand} fail point that is set on one member of a replica set until it is switched off. */
public final class FailPoint {
    private final Mongod member;

    private FailPoint(Mongod member) {
        this.member = member;
    }

    static FailPoint set(Mongod member, Object mode, Document data) {
        member.command(configure(mode).append("data", data));
        return new FailPoint(member);
    }

    public void off() {
        member.command(configure("off"));
    }

    private static Document configure(Object mode) {
        return new Document("configureFailPoint", "failCommand").append("mode", mode);
    }
}
