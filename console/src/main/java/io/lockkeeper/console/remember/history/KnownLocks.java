package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * The locks as they are at the recorder's place in the stream, in encoded form; those that changed longest ago are forgotten
 * first, and read again when they change. Used by one thread.
 */
final class KnownLocks {

    private static final int LIMIT = DocumentLimit.OF_LOCKS.bytes();
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    /** Stands for a lock that has no document. */
    private static final RawBsonDocument NONE = new RawBsonDocument(new BsonDocument(), CODEC);

    /** The overhead of an entry: map node, name and buffer. */
    private static final long ENTRY_BYTES = 200;

    private final Map<String, RawBsonDocument> locks = new LinkedHashMap<>(16, .75f, true);
    private final long most;
    private long bytes;

    /** @param most how many bytes of heap to fill */
    KnownLocks(long most) {
        this.most = most;
    }

    boolean isKnown(String name) {
        return locks.containsKey(name);
    }

    /** The document of a known lock; empty if it has none. */
    Optional<BsonDocument> find(String name) {
        return Optional.ofNullable(locks.get(name)).filter(it -> !it.isEmpty()).map(it -> it.decode(CODEC));
    }

    /** Stores the document; one that grew too large is known only by its size from then on. */
    void put(String name, BsonDocument document) {
        RawBsonDocument encoded =
                exact(document instanceof RawBsonDocument raw ? raw : new RawBsonDocument(document, CODEC));
        int bytes = encoded.getByteBuffer().remaining();
        keep(
                name,
                bytes <= LIMIT
                        ? encoded
                        : exact(new RawBsonDocument(DocumentLimit.stub(new BsonString(name), bytes), CODEC)));
    }

    void putNone(String name) {
        keep(name, NONE);
    }

    void forget(String name) {
        RawBsonDocument old = locks.remove(name);
        bytes -= old == null ? 0 : size(old);
    }

    private void keep(String name, RawBsonDocument document) {
        forget(name);
        locks.put(name, document);
        bytes += size(document);
        Iterator<RawBsonDocument> oldest = locks.values().iterator();
        while (bytes > most && locks.size() > 1) {
            bytes -= size(oldest.next());
            oldest.remove();
        }
    }

    /** Encoding leaves the document in a buffer that is up to four times as long. */
    static RawBsonDocument exact(RawBsonDocument encoded) {
        byte[] bytes = new byte[encoded.getByteBuffer().remaining()];
        encoded.getByteBuffer().get(bytes);
        return new RawBsonDocument(bytes);
    }

    private static long size(RawBsonDocument document) {
        return document.getByteBuffer().remaining() + ENTRY_BYTES;
    }
}
