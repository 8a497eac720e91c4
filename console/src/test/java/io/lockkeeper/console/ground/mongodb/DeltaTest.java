package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.changestream.TruncatedArray;
import com.mongodb.client.model.changestream.UpdateDescription;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class DeltaTest {

    @Test
    void pathsArraysAndRemovedFieldsAreApplied() {
        BsonDocument document = BsonDocument.parse("{ a: { b: 1, c: 2 }, list: [ 1, { d: 2 }, 3 ], gone: 1 }");
        delta("{ 'a.b': 5, 'list.1.d': 6, 'list.2': 7, 'list.3': 8 }", List.of("gone", "a.c"))
                .applyTo(document);
        assertThat(document).isEqualTo(BsonDocument.parse("{ a: { b: 5 }, list: [ 1, { d: 6 }, 7, 8 ] }"));
        cut("list", 2).applyTo(document);
        assertThat(document.getArray("list")).hasSize(2);
    }

    @Test
    void whatIsSaidWithinAnUnknownPartLeavesItUnknown() {
        BsonDocument document = new BsonDocument("a", Delta.UNKNOWN).append("list", open());
        delta("{ 'a.b': 5, 'list.1.d': 6, 'other': 7 }", List.of("a.c")).applyTo(document);
        assertThat(document.get("a")).isEqualTo(Delta.UNKNOWN);
        assertThat(document.getArray("list")).isEqualTo(open());
        delta("{ a: 1 }", List.of()).applyTo(document);
        assertThat(document.get("a")).isEqualTo(new BsonInt32(1));
    }

    @Test
    void anElementOfAnUnknownArrayIsKnownAndTheOthersAreNot() {
        BsonDocument document = new BsonDocument("list", open());
        delta("{ 'list.1': 5 }", List.of()).applyTo(document);
        assertThat(document.getArray("list")).isEqualTo(array(Delta.UNKNOWN, new BsonInt32(5), Delta.UNKNOWN));
        cut("list", 2).applyTo(document);
        assertThat(document.getArray("list")).isEqualTo(array(Delta.UNKNOWN, new BsonInt32(5)));
    }

    @Test
    void anUnknownArrayThatIsCutToNothingIsKnown() {
        BsonDocument document = new BsonDocument("list", open()).append("field", Delta.UNKNOWN);
        cut("list", 0).applyTo(document);
        cut("field", 0).applyTo(document);
        assertThat(document.getArray("list")).isEmpty();
        assertThat(document.getArray("field")).isEmpty();
        delta("{ 'list.0': 5 }", List.of()).applyTo(document);
        assertThat(document.getArray("list")).isEqualTo(array(new BsonInt32(5)));
    }

    @Test
    void ofOtherFieldsNothingIsApplied() {
        BsonDocument document = BsonDocument.parse("{ a: 1 }");
        delta("{ a: 2, 'b.c': 3 }", List.of("d")).applyTo(document, "a"::equals);
        assertThat(document).isEqualTo(BsonDocument.parse("{ a: 2 }"));
    }

    private static BsonArray open() {
        return array(Delta.UNKNOWN);
    }

    private static BsonArray array(BsonValue... values) {
        return new BsonArray(List.of(values));
    }

    private static Delta delta(String changed, List<String> removed) {
        return new Delta(new UpdateDescription(removed, BsonDocument.parse(changed)));
    }

    private static Delta cut(String field, int size) {
        return new Delta(
                new UpdateDescription(List.of(), new BsonDocument(), List.of(new TruncatedArray(field, size))));
    }
}
