package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads any document of a source, with any content: one that is too large, or that its dialect fails at, is a lock that cannot be read, and
 * stops no other from being read.
 */
public final class LockReading {

    private static final Logger LOG = LoggerFactory.getLogger(LockReading.class);
    private static final int MOST_TEXT = 1_024;
    private static final int MOST_HOLDERS = 500;
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private LockReading() {}

    /** The lock in a document as MongoDB sent it; empty if the document is none of the dialect's. */
    public static Optional<DialectLock> of(BsonDocument sent, Dialect dialect, TtlIndexes indexes) {
        BsonDocument document = sent instanceof RawBsonDocument raw ? raw.decode(CODEC) : sent;
        OptionalLong excess = DocumentLimit.excess(document);
        if (excess.isPresent()) {
            return Optional.of(unreadable(document, DocumentLimit.OF_LOCKS.sentence(excess.getAsLong())));
        }
        try {
            return dialect.read(document, indexes).map(lock -> withinBounds(lock, document));
        } catch (RuntimeException e) {
            LOG.debug("dialect={} fails at a document", dialect.id(), e);
            return Optional.of(unreadable(document, "the dialect %s fails at its document".formatted(dialect.id())));
        }
    }

    /** Names and holders are kept, compared and recorded. */
    private static DialectLock withinBounds(DialectLock lock, BsonDocument document) {
        boolean fits = lock.name().length() <= MOST_TEXT
                && lock.holders().size() <= MOST_HOLDERS
                && lock.holders().stream().allMatch(each -> each.length() <= MOST_TEXT);
        return fits ? lock : unreadable(document, "its name, a holder or the list of these is too long");
    }

    private static DialectLock unreadable(BsonDocument document, String why) {
        BsonValue id = document.get("_id", BsonNull.VALUE);
        return DialectLock.unreadable(id, text(id), why);
    }

    private static String text(BsonValue id) {
        String text = NameTemplate.text(id);
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "…";
    }
}
