package io.lockkeeper.console.remember.holds;

import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A hold that no record can tell of, among those that end beside it. */
class PoisonedHoldIT {

    @AutoClose
    private final Console console = Console.start();

    @Test
    void itIsLeftOutAndCountedAndTheOthersAreWritten() {
        LockSource source = source();
        await().until(() -> board(source).flatMap(it -> it.find("report")).isPresent());
        Board board = board(source).orElseThrow();
        DialectLock sound = board.find("report").orElseThrow().facts();
        HoldRecorder recorder = console.bean(HoldRecorder.class);

        recorder.changed(source, board, ended(heldSince(sound, Instant.MAX)));
        recorder.changed(source, board, ended(sound));

        await().until(() -> console.bean(History.class).newestOf(new LockId(source.id(), "report"), 10).stream()
                        .filter(lease -> lease.endedAt() != null)
                        .count()
                == 1);
        await().until(() -> console.bean(LeftOutHolds.class).of(source.id()) == 1);
    }

    private LockSource source() {
        console.administrator("boss", "correct horse battery");
        console.database().getCollection("shedLock").insertOne(ShedLocks.held("report", "app-1"));
        return console.watch("shedLock", "shedlock");
    }

    private Optional<Board> board(LockSource source) {
        return console.watched(source.id()).flatMap(Watched::board);
    }

    private static DialectLock heldSince(DialectLock lock, Instant since) {
        return new DialectLock(
                "poisoned",
                true,
                lock.endsFree(),
                lock.holders(),
                Optional.of(since),
                lock.heartbeat(),
                lock.expiry(),
                lock.fence(),
                lock.acquisition(),
                lock.own(),
                "");
    }

    private static LockWrite ended(DialectLock before) {
        return new LockWrite(
                before.id(), Optional.of(before), Optional.empty(), true, Instant.now(), new BsonTimestamp(1, 1));
    }
}
