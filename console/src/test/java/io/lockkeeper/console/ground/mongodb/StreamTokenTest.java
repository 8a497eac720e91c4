package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Test;

class StreamTokenTest {

    private static final BsonDocument EARLIER = token("8269273A00000000012B022C0100296E5A1004");
    private static final BsonDocument LATER = token("8269273A00000000022B022C0100296E5A1004");

    @Test
    void aTokenTellsItsTime() {
        assertThat(StreamToken.time(LATER)).contains(new BsonTimestamp(0x69273A00, 2));
        assertThat(StreamToken.time(token("82"))).isEmpty();
        assertThat(StreamToken.time(new BsonDocument())).isEmpty();
    }

    @Test
    void ofTwoTokensOneIsLater() {
        assertThat(StreamToken.isAfter(LATER, EARLIER)).isTrue();
        assertThat(StreamToken.isAfter(EARLIER, LATER)).isFalse();
        assertThat(StreamToken.isAfter(LATER, LATER)).isFalse();
    }

    private static BsonDocument token(String data) {
        return new BsonDocument("_data", new BsonString(data));
    }
}
