package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Damage;
import io.lockkeeper.test.Garbage;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class BoardFuzzTest {

    private static final int MANY = Garbage.count(100_000);
    private static final Instant NOW = Instant.ofEpochMilli(1_795_258_911_456L);
    private static final int LOCKS = 1_000;

    private final Garbage garbage = Garbage.fresh();
    private final Board board = new Board();

    @Test
    void whateverIsStoredIsOnTheBoardUnderItsNameAndHidesNoOther() {
        board.put(Lock.of(Damage.sound("healthy")), NOW);
        int damaged = 0;
        for (int i = 0; i < MANY; i++) {
            BsonDocument document =
                    garbage.damaged(Damage.SOUND).append("_id", new BsonString("lock:" + garbage.below(LOCKS)));
            Lock lock = Lock.of(document);
            board.put(lock, NOW);
            assertThat(board.find(lock.name())).as("%s %s", document, garbage).contains(lock);
            damaged += lock.state(NOW) == LockState.DAMAGED ? 1 : 0;
            lock.worry(NOW);
            lock.isHeld(NOW);
        }
        assertThat(damaged).isPositive();
        assertThat(board.find("healthy").orElseThrow().state(NOW)).isNotEqualTo(LockState.DAMAGED);
        assertThat(board.live().size() + board.free().size() + board.foreign().size())
                .isLessThanOrEqualTo(LOCKS + 1);
    }
}
