package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class RankingTest {

    private final Ranking ranking = new Ranking();

    @Test
    void ofTwoDocumentsOfOneNameTheOtherIsFoundOnceOneIsGone() {
        put("a", "import");
        put("b", "import");
        put("c", "importer");
        assertThat(named("import")).isEqualTo("b");
        ranking.remove(new BsonString("b"));
        assertThat(named("import")).isEqualTo("a");
        ranking.remove(new BsonString("a"));
        assertThat(ranking.all("import", 1)).isEmpty();
        assertThat(named("importer")).isEqualTo("c");
        assertThat(ranking.all("imported", 1)).isEmpty();
    }

    @Test
    void ofTwoDocumentsOfOneNameTheOneThatChangedLastIsFoundFirst() {
        put("a", "import");
        put("b", "import");
        put("a", "import");
        assertThat(named("import")).isEqualTo("a");
    }

    private String named(String name) {
        ForeignLock found = ranking.all(name, 1).getFirst();
        return found.id().asString().getValue();
    }

    private void put(String id, String name) {
        BsonDocument document = BsonDocument.parse(
                "{ _id: '%s', lockName: '%s', holder: 'app', lockedAt: ISODate('2026-01-01T12:00:00Z') }"
                        .formatted(id, name));
        ranking.put(
                ForeignDocuments.dialects()
                        .find("spring-article")
                        .orElseThrow()
                        .read(document, TtlIndexes.UNREADABLE)
                        .orElseThrow(),
                100,
                Instant.EPOCH);
    }
}
