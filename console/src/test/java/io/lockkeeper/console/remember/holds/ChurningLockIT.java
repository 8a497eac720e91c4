package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A node of quartz-mongodb inserts and deletes a trigger's lock some ninety times a second while its job's lock is taken. */
class ChurningLockIT {

    private static final int TIMES = 720;

    @AutoClose
    private static final Console console = Console.start();

    @Test
    void aLockThatIsTakenAllTheTimeIsSeenLiveRecordedInPartAndTheRestIsCounted() {
        MongoCollection<Document> locks = console.database().getCollection("quartz_locks");
        LockSource source = watch();
        await().until(() -> isLive(source));
        for (int i = 0; i < TIMES; i++) {
            locks.insertOne(lock("churning", i));
            locks.deleteOne(new Document("keyName", "churning"));
        }
        locks.insertOne(lock("quiet", TIMES));
        await().until(() -> isOnBoard(source, "DEFAULT.quiet (t)"));
        assertThat(isLive(source)).isTrue();
        locks.deleteOne(new Document("keyName", "quiet"));

        History history = console.bean(History.class);
        LeftOutHolds leftOut = console.bean(LeftOutHolds.class);
        await().until(() -> ended(history, source, "DEFAULT.quiet (t)").size() == 1);
        int recorded = ended(history, source, "DEFAULT.churning (t)").size();
        assertThat(recorded).isPositive().isLessThan(TIMES / 2);
        assertThat(recorded + leftOut.of(source.id())).isLessThanOrEqualTo(TIMES);
        assertThat(leftOut.of(source.id())).isPositive();
    }

    private static List<LeaseRecord> ended(History history, LockSource source, String lock) {
        return history.newestOf(new LockId(source.id(), lock), TIMES).stream()
                .filter(lease -> lease.endedAt() != null)
                .toList();
    }

    private static Document lock(String name, int number) {
        return new Document("type", "t")
                .append("keyGroup", "DEFAULT")
                .append("keyName", name)
                .append("instanceId", "node-" + number % 2)
                .append("time", Date.from(Instant.now()));
    }

    private static boolean isOnBoard(LockSource source, String lock) {
        return watched(source).board().flatMap(board -> board.find(lock)).isPresent();
    }

    private static boolean isLive(LockSource source) {
        return watched(source)
                .feed()
                .filter(feed -> feed.freshness().state() == Freshness.State.LIVE)
                .isPresent();
    }

    private static SourceFeeds.Watched watched(LockSource source) {
        return console.watched(source.id()).orElseThrow();
    }

    private static LockSource watch() {
        console.administrator("boss", "correct horse battery");
        return console.watch("quartz_locks", "quartz-mongodb");
    }
}
