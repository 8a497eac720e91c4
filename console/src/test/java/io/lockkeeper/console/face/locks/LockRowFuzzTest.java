package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Damage;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.test.Garbage;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class LockRowFuzzTest {

    private static final int MANY = Garbage.count(100_000);
    private static final Instant NOW = Instant.ofEpochMilli(1_795_258_911_456L);

    private final Garbage garbage = Garbage.fresh();

    @Test
    void whateverIsStoredBecomesARowWhoseTextsCanBeShown() {
        for (int i = 0; i < MANY; i++) {
            BsonDocument document = garbage.damaged(Damage.SOUND).append("_id", new BsonString(garbage.text()));
            LockRow row = LockRow.of(Lock.of(document), i, null, "held", NOW);
            String shown =
                    row.shownName() + row.sinceExactly() + row.expiresExactly() + row.shownWaiters() + row.shownToken();
            assertThat(shown.codePoints().noneMatch(Character::isISOControl))
                    .as("%s %s", document, garbage)
                    .isTrue();
        }
    }
}
