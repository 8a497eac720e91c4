package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.console.watch.dialect.Expiry;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CollectionOptionsIT {

    @AutoClose
    private static final Console console = Console.start();

    /** As applications do: the first lock is taken before their index is built. */
    @Test
    void anIndexThatTheApplicationCreatesLaterIsSeen() {
        MongoCollection<Document> locks = console.database().getCollection("changelog_lock");
        locks.insertOne(new Document("createdAt", Date.from(Instant.now().plus(Duration.ofHours(1)))));
        CollectionFeed feed = feed(locks);
        feed.start();
        try {
            Board board = feed.sources().getFirst().board();
            await().until(() -> expiry(board) instanceof Expiry.Never);
            locks.createIndex(Indexes.ascending("createdAt"), new IndexOptions().expireAfter(3_600L, TimeUnit.SECONDS));
            await().untilAsserted(() -> assertThat(expiry(board)).isInstanceOf(Expiry.ByMonitor.class));
            assertThat(feed.trouble()).isEmpty();
        } finally {
            feed.stop();
        }
    }

    private static Expiry expiry(Board board) {
        return board.inUse(Instant.now()).stream()
                .map(Lock::facts)
                .map(lock -> lock.expiry())
                .findFirst()
                .orElseGet(() -> new Expiry.Unknown("not read yet"));
    }

    private static CollectionFeed feed(MongoCollection<Document> locks) {
        Place place = new Place(null, locks.getNamespace());
        LockSource source = LockSource.of(place, "migrate-mongo", Instant.now(), "boss");
        Board board =
                new Board(console.bean(Dialects.class).find("migrate-mongo").orElseThrow());
        return CollectionFeed.of(
                console.bean(Clusters.class).get(null),
                List.of(new FollowedSource(source, board, List.of())),
                Optional::empty,
                past -> false,
                Duration.ofMillis(100));
    }
}
