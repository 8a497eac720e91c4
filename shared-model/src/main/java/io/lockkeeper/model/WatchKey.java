package io.lockkeeper.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.bson.BsonDocument;

/**
 * A secret that an agent shows its machine's host agent to be watched: the agent's document has only a hash of it, so that no reader of the
 * database can speak for the agent. No key is used twice.
 */
public record WatchKey(String text) {

    /** The field of an agent's document. */
    static final String FIELD = "watch";

    /** The hash as it stands in the agent's document. */
    public String hash() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has it", e);
        }
    }

    /** Whether it is the key of the agent of that document. */
    public boolean isOf(BsonDocument agent) {
        return agent.isString(FIELD)
                && MessageDigest.isEqual(
                        agent.getString(FIELD).getValue().getBytes(StandardCharsets.UTF_8),
                        hash().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "WatchKey[]"; // it is a secret, and would be in a log
    }
}
