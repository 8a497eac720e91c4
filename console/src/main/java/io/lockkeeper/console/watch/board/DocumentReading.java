package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.watch.board.Lock.Unreadable.Why;
import io.lockkeeper.model.LockMapper;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** Reads documents as Lockkeeper's own locks, or says what is wrong with them: other programs may keep theirs among them. */
final class DocumentReading {

    /** The longest fault, which may quote the document. */
    private static final int MOST_WORDS = 300;

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    /** A document with none of these was never a lock's. */
    private static final List<String> OURS = List.of("holders", "queue", "token", "capacity");

    private DocumentReading() {}

    static Lock of(BsonDocument document) {
        return document instanceof RawBsonDocument raw ? sized(raw) : read(document);
    }

    private static Lock sized(RawBsonDocument raw) {
        Lock read = read(raw.decode(CODEC));
        return read instanceof Lock.Own own ? new Lock.Own(own.document(), size(raw)) : read;
    }

    /** The size in bytes of a document as MongoDB sent it; 0 of any other. */
    static int size(BsonDocument document) {
        return document instanceof RawBsonDocument raw ? raw.getByteBuffer().remaining() : 0;
    }

    private static Lock read(BsonDocument document) {
        BsonValue id = document.get("_id", BsonNull.VALUE);
        String name = nameOf(document);
        OptionalLong excess = DocumentLimit.excess(document);
        if (excess.isPresent()) {
            String why = DocumentLimit.OF_LOCKS.sentence(excess.getAsLong());
            return new Lock.Unreadable(id, name, id.isString() ? Why.TOO_LARGE : Why.FOREIGN, why);
        }
        try {
            return Lock.of(LockMapper.fromBson(document));
        } catch (RuntimeException e) { // a user who may write locks may write anything
            return new Lock.Unreadable(id, name, isForeign(document) ? Why.FOREIGN : Why.DAMAGED, why(e));
        }
    }

    private static String why(RuntimeException e) {
        String why = String.valueOf(
                e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
        return why.length() <= MOST_WORDS ? why : why.substring(0, MOST_WORDS) + "…";
    }

    private static boolean isForeign(BsonDocument document) {
        return !document.isString("_id") || OURS.stream().noneMatch(document::containsKey);
    }

    /** The text of an id that is no name, and so no lock's. */
    private static String text(BsonValue id) {
        return switch (id.getBsonType()) {
            case INT32, INT64 -> Long.toString(id.asNumber().longValue());
            case DOUBLE -> plain(id.asDouble().getValue());
            case OBJECT_ID -> id.asObjectId().getValue().toHexString();
            default -> id.toString();
        };
    }

    private static String plain(double number) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
        return whole ? Long.toString((long) number) : Double.toString(number);
    }

    /** The name of the lock whose document, or document key, is given. */
    static String nameOf(BsonDocument document) {
        BsonValue id = document.get("_id", new BsonString("?"));
        return id.isString() ? id.asString().getValue() : text(id);
    }
}
