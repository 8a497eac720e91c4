package io.lockkeeper.model;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A document of the collection is not a lock document: another program wrote or damaged it. */
public final class DamagedLockException extends RuntimeException {

    private final String lock;

    DamagedLockException(BsonDocument document, String why, @Nullable Throwable cause) {
        this(nameOf(document), why, cause);
    }

    private DamagedLockException(String lock, String why, @Nullable Throwable cause) {
        super("The document of lock \"%s\" is damaged: %s".formatted(lock, why), cause);
        this.lock = lock;
    }

    /** The document's {@code _id}, as text. */
    public String lock() {
        return lock;
    }

    private static String nameOf(BsonDocument document) {
        BsonValue id = document.get("_id");
        return id == null ? "?" : Texts.fitted(id.isString() ? id.asString().getValue() : id.toString(), 300);
    }
}
