package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import com.mongodb.client.model.changestream.UpdateDescription;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RebuiltDocumentsTest {

    private final RebuiltDocuments documents =
            new RebuiltDocuments(new LinkedHashSet<>(List.of("by", "until", "name")));
    private final List<RebuiltDocuments.Step> told = new ArrayList<>();

    @Test
    void eachUpdateIsAppliedToWhatTheOneBeforeLeft() {
        insert("{ _id: 1, by: 'a', until: 5, name: 'n', other: 1 }");
        update("{ until: 6 }");
        update("{ by: 'b', until: 7 }");
        delete();
        assertThat(states())
                .containsExactly(
                        "null → {\"_id\": 1, \"by\": \"a\", \"until\": 5, \"name\": \"n\"}",
                        "{\"_id\": 1, \"by\": \"a\", \"until\": 5, \"name\": \"n\"} → {\"_id\": 1, \"by\": \"a\", \"until\": 6, \"name\": \"n\"}",
                        "{\"_id\": 1, \"by\": \"a\", \"until\": 6, \"name\": \"n\"} → {\"_id\": 1, \"by\": \"b\", \"until\": 7, \"name\": \"n\"}",
                        "{\"_id\": 1, \"by\": \"b\", \"until\": 7, \"name\": \"n\"} → null");
    }

    @Test
    void aDocumentIsKnownOnceEachFieldWasSet() {
        update("{ until: 6 }");
        update("{ by: 'b', until: 7, name: 'n' }");
        update("{ until: 8 }");
        assertThat(states())
                .hasSize(2)
                .first()
                .isEqualTo("null → {\"_id\": 1, \"by\": \"b\", \"until\": 7, \"name\": \"n\"}");
        assertThat(documents.undecided()).isEmpty();
    }

    @Test
    void aFieldThatNoUpdateTouchesIsAsItIsAtTheEnd() {
        update("{ until: 6 }");
        update("{ by: 'b' }");
        update("{ until: 7 }");
        assertThat(told).isEmpty();
        told.addAll(documents.decide(BsonDocument.parse("{ _id: 1, by: 'b', until: 7, name: 'n', other: 2 }")));
        assertThat(states())
                .as("who had it at the first update is unknown")
                .containsExactly(
                        "null → {\"_id\": 1, \"by\": \"b\", \"until\": 6, \"name\": \"n\"}",
                        "{\"_id\": 1, \"by\": \"b\", \"until\": 6, \"name\": \"n\"} → {\"_id\": 1, \"by\": \"b\", \"until\": 7, \"name\": \"n\"}");
    }

    @Test
    void whatChangedAfterTheEndDecidesNothing() {
        update("{ until: 6 }");
        documents.forget(documents.undecided().getFirst());
        assertThat(documents.decide(BsonDocument.parse("{ _id: 1, by: 'b', until: 7, name: 'n' }")))
                .isEmpty();
    }

    @Test
    void updatesThatArePutAsideTakeABoundedRoom() {
        RebuiltDocuments small = new RebuiltDocuments(Set.of("by", "until"), 2_000);
        for (int i = 0; i < 100; i++) {
            small.apply(event(OperationType.UPDATE, "{ _id: %s }".formatted(i), null, "{ until: 6 }"));
        }
        assertThat(small.undecided()).hasSizeBetween(1, 10);
    }

    private List<String> states() {
        return told.stream()
                .map(step -> json(step.before()) + " → " + json(step.after()))
                .toList();
    }

    private static String json(@Nullable BsonDocument document) {
        return document == null ? "null" : document.toJson();
    }

    private void insert(String document) {
        apply(event(OperationType.INSERT, "{ _id: 1 }", document, null));
    }

    private void update(String set) {
        apply(event(OperationType.UPDATE, "{ _id: 1 }", null, set));
    }

    private void delete() {
        apply(event(OperationType.DELETE, "{ _id: 1 }", null, null));
    }

    private void apply(ChangeStreamDocument<RawBsonDocument> event) {
        documents.apply(event).ifPresent(told::add);
    }

    private static ChangeStreamDocument<RawBsonDocument> event(
            OperationType type, String key, @Nullable String document, @Nullable String set) {
        return new ChangeStreamDocument<>(
                type.getValue(),
                new BsonDocument(),
                null,
                null,
                null,
                document == null ? null : new RawBsonDocument(BsonDocument.parse(document), new BsonDocumentCodec()),
                null,
                BsonDocument.parse(key),
                new BsonTimestamp(1, 1),
                set == null ? null : new UpdateDescription(null, BsonDocument.parse(set)),
                null,
                null,
                null,
                null,
                null);
    }
}
