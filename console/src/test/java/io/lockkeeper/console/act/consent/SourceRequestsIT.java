package io.lockkeeper.console.act.consent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Duration;
import java.time.Instant;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a request about a lock of a source says while it waits for a second person. */
class SourceRequestsIT {

    @AutoClose
    private static final Console console = Console.start();

    private final MongoCollection<Document> shedLock = console.database().getCollection("shedLock");

    @Test
    void itSaysWhetherTheHolderThatItIsAboutStillHoldsTheLock() {
        shedLock.insertOne(Jobs.shedLock("report", Jobs.ago(Duration.ofMinutes(1)), Jobs.in(Duration.ofHours(1))));
        console.administrator("boss", "boss");
        LockSource source = console.watch("shedLock", "shedlock");
        ScopedBoard board = console.bean(Boards.class).of(LockScope.EVERYTHING, source.id());
        await().until(() -> board.find("report").isPresent());
        DialectLock seen = board.find("report").map(Lock::facts).orElseThrow();
        AuditEntry entry = eviction(board.lock("report"), seen);
        assertThat(RequestFacts.of(entry, board, Instant.now()).stands()).isTrue();

        ShedLocks.release(shedLock, "report");
        await().untilAsserted(() -> assertThat(RequestFacts.of(entry, board, Instant.now()))
                .extracting(RequestFacts::stands)
                .isEqualTo(false));
        assertThat(RequestFacts.of(entry, board, Instant.now()).about())
                .contains("app-1, in " + source.id() + ", which no longer holds the lock");
    }

    private static AuditEntry eviction(LockId lock, DialectLock seen) {
        return AskedEvictions.entry(
                "e-1",
                Instant.now(),
                "olga",
                "",
                lock,
                AuditEntry.acquirer(lock, seen.acquisition()),
                0,
                "app-1",
                "hung");
    }
}
