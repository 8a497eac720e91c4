package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;

class KnownLocksTest {

    private static final BsonDocument LOCK = new BsonDocument("_id", new BsonString("order:4711"));

    @Test
    void aDocumentIsKeptInNoMoreBytesThanItHas() {
        RawBsonDocument kept = KnownLocks.exact(new RawBsonDocument(LOCK, new BsonDocumentCodec()));

        assertThat(kept).isEqualTo(LOCK);
        assertThat(kept.getByteBuffer().array()).hasSize(kept.getByteBuffer().remaining());
    }

    @Test
    void whatChangedLongestAgoIsForgottenFirstAndThatALockHasNoDocumentCountsToo() {
        KnownLocks known = new KnownLocks(1_000);
        known.put("a", LOCK);
        known.putNone("b");
        known.put("a", LOCK);
        for (int i = 0; i < 3; i++) {
            known.putNone("more " + i);
        }

        assertThat(known.isKnown("b")).isFalse();
        assertThat(known.find("a")).contains(LOCK);
    }
}
