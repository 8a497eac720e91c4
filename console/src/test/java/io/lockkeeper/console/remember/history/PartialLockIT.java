package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a stream tells of locks whose documents were written before it began, as MongoDB writes the changes of settle. */
class PartialLockIT {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner A = Locks.owner("a", "host-a", 1, "main", "the first of them, with a note".repeat(5));
    private static final Owner B = Locks.owner("b", "host-b", 2, "main", "the second, with a note".repeat(5));
    private static final Owner C = Locks.owner("c", "host-c", 3, "main", "the third, with a note".repeat(5));

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    private final Locks locks = new Locks(database);

    @Test
    void aLockThatWasFreeTellsItsLeasesAndThatTheyDidNotWait() {
        locks.remove("free", locks.enqueue("free", A, TTL));
        Instant began = Instant.now();
        BsonTimestamp from = now();
        String b = locks.enqueue("free", B, TTL);
        locks.touch("free", b);
        locks.remove("free", b);
        locks.remove("free", locks.enqueue("free", C, TTL));
        assertThat(told(from, began))
                .containsExactly("b granted unwaited", "b RELEASED", "c granted unwaited", "c RELEASED");
    }

    @Test
    void aLeaseOfBeforeEndsWithAnUnknownBeginningThatItsTokenTells() {
        String a = locks.enqueue("held", A, TTL);
        long granted = locks.find("held").holders().getFirst().acquiredAt().toEpochMilli();
        String b = locks.enqueue("held", B, TTL);
        Instant began = thisMillisecond();
        BsonTimestamp from = now();
        locks.remove("held", a);
        locks.remove("held", b);
        List<HistoryEvent> events = events(from, began);
        assertThat(words(events))
                .as("the update that granted it to b told only in what b's lease differs from a's")
                .containsExactly("a UNKNOWN", "a token", "b UNKNOWN");
        assertThat(events)
                .filteredOn(HistoryEvent.Ended.class::isInstance)
                .first()
                .satisfies(event -> assertThat(((HistoryEvent.Ended) event)
                                .holder()
                                .acquiredAt()
                                .toEpochMilli())
                        .isCloseTo(granted, within(2L)));
    }

    @Test
    void ofSeveralHoldersOnlyWhatIsCertainIsTold() {
        String a = locks.enqueue("pool", 3, A, TTL);
        String b = locks.enqueue("pool", 3, B, TTL);
        Instant began = thisMillisecond();
        BsonTimestamp from = now();
        locks.enqueue("pool", 3, C, TTL);
        locks.remove("pool", a);
        locks.remove("pool", b);
        locks.remove("pool", locks.find("pool").holders().getFirst().acquirer());
        List<String> told = told(from, began);
        assertThat(told).contains("a UNKNOWN", "b UNKNOWN", "c granted unwaited");
        assertThat(told.stream().filter(each -> each.startsWith("c ") && !each.contains("granted")))
                .singleElement()
                .isIn("c RELEASED", "c UNKNOWN");
    }

    @Test
    void aWaiterThatIsGrantedDidNotGiveUp() {
        String a = locks.enqueue("queue", A, TTL);
        Instant began = thisMillisecond();
        BsonTimestamp from = now();
        String b = locks.enqueue("queue", B, TTL);
        String c = locks.enqueue("queue", C, TTL);
        locks.remove("queue", c);
        locks.remove("queue", a);
        locks.remove("queue", b);
        List<String> told = told(from, began);
        assertThat(told).contains("c left", "a UNKNOWN").doesNotContain("b left");
        assertThat(told)
                .filteredOn(each -> each.equals("b RELEASED") || each.equals("b UNKNOWN"))
                .hasSize(1);
    }

    /** As servers tell time: what ends within it is not before it. */
    private static Instant thisMillisecond() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private BsonTimestamp now() {
        return CommittedTime.after(CommittedTime.of(database, "locks"));
    }

    private List<String> told(BsonTimestamp from, Instant since) {
        return words(events(from, since));
    }

    private List<HistoryEvent> events(BsonTimestamp from, Instant since) {
        PastReader gone = new PastReader(database) {
            @Override
            boolean read(Collection<String> names, BsonTimestamp moment, Consumer<BsonDocument> found) {
                return false;
            }
        };
        Decoder decoder = new Decoder(gone, since);
        List<HistoryEvent> events = new ArrayList<>();
        RecordedStream.Past past = new RecordedStream.Past(from, CommittedTime.of(database, "locks"), null);
        try (RecordedStream stream = RecordedStream.of(database, past)) {
            while (!stream.isRead()) {
                List<ChangeStreamDocument<RawBsonDocument>> next = stream.next();
                events.addAll(decoder.decode(next));
            }
        }
        assertThat(decoder.takeLeftOut().isEmpty()).isTrue();
        return events;
    }

    private static List<String> words(List<HistoryEvent> events) {
        return events.stream()
                .filter(event -> !(event instanceof HistoryEvent.Waited))
                .map(PartialLockIT::words)
                .toList();
    }

    private static String words(HistoryEvent event) {
        return switch (event) {
            case HistoryEvent.Granted it ->
                "%s granted %s"
                        .formatted(
                                it.holder().owner().service(),
                                it.askedAt() == null
                                        ? "of unknown wait"
                                        : it.askedAt().equals(it.holder().acquiredAt()) ? "unwaited" : "waited");
            case HistoryEvent.Ended it -> "%s %s".formatted(it.holder().owner().service(), it.how());
            case HistoryEvent.Left it -> "%s left".formatted(it.waiter().owner().service());
            case HistoryEvent.TokenSeen it -> "a token";
            case HistoryEvent.Waited it -> "waits";
        };
    }
}
