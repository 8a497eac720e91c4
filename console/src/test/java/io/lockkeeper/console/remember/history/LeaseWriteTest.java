package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class LeaseWriteTest {

    private static final Duration RETENTION = Duration.ofDays(30);
    private static final Instant SEEN = Instant.parse("2026-11-22T03:12:00Z");

    @Test
    void aLeaseOfWhichOnlyTheTokenWasSeenIsPurgedLikeAnyOther() {
        LeaseWrite write = new LeaseWrite(RETENTION);
        write.seen(new HistoryEvent.TokenSeen("order:1", 7, "a", SEEN));
        Document inserted = write.toUpdate().getUpdateObject().get("$setOnInsert", Document.class);
        assertThat(inserted).containsEntry("grantedAt", SEEN).containsEntry("purgeAt", SEEN.plus(RETENTION));
    }
}
