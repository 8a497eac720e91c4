package io.lockkeeper.agent.hints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoCommandException;
import com.mongodb.ServerAddress;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents that share a lock, and are woken in different ways. */
@Timeout(60)
class HintingStoreTest {

    private static final Ask TOUCH = new Ask.Touch(new LockName("report"), "me.1");
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Channel channel = new Channel();
    private final Answers answers = new Answers();
    private final HintingStore store = new HintingStore(answers, channel, "me", Machine.JVM, () -> 1);

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void besideAWaiterThatReadsHintsElsewhereOrNoneTheStreamIsFollowed() {
        assertThat(isOverAfter(HintPlace.LOCAL)).isFalse();
        assertThat(isOverAfter(HintPlace.DATABASE)).isTrue();
        try (Wakes wakes = store.wakes("me")) {
            assertThat(wakes.next()).contains("of the stream");
        }
    }

    @Test
    void besideAWaiterThatReadsNoHintsTheStreamIsFollowed() {
        assertThat(isOverAfter(null)).isTrue();
    }

    @Test
    void besideThoseTheAgentsOwnHintsAreReadWhereTheStreamIsRefused() {
        assertThat(isOverAfter(HintPlace.DATABASE)).isTrue();
        answers.refuses = true;
        try (Wakes wakes = store.wakes("me")) {
            assertThat(wakes.next()).contains("of the hints");
            assertThat(wakes.isOver()).as("for a while").isFalse();
        }
    }

    @Test
    void manyThatOnlyLookDoSoTheMoreSeldom() {
        assertThat(HintingStore.lookEvery(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(HintingStore.lookEvery(40)).isEqualTo(Duration.ofSeconds(1));
        assertThat(HintingStore.lookEvery(200)).isEqualTo(Duration.ofSeconds(5));
    }

    private boolean isOverAfter(@Nullable HintPlace ofTheOther) {
        try (Wakes wakes = store.wakes("me")) {
            answers.next = Locks.lock(
                    "other:1 ", List.of(), Locks.waiter("me.1", HintPlace.LOCAL), Locks.waiter("other.1", ofTheOther));
            var unused = store.apply(TOUCH, "me:1", SOON);
            return wakes.isOver();
        }
    }

    @Test
    void aRecallIsWrittenWhereTheKeeperReads() {
        answers.next = Locks.lock(
                "me:2 keeper.1?",
                List.of(Locks.kept("keeper.1", HintPlace.DATABASE)),
                Locks.waiter("me.1", HintPlace.LOCAL));
        var unused = store.apply(TOUCH, "me:2", SOON);
        await().until(() -> List.of(new Hint("keeper", "keeper.1?")).equals(channel.sent.get(HintPlace.DATABASE)));
        assertThat(channel.sent).containsOnlyKeys(HintPlace.DATABASE);
    }

    private static final class Channel implements HintChannel {
        private final Map<HintPlace, List<Hint>> sent = new ConcurrentHashMap<>();

        @Override
        public Optional<HintPlace> place() {
            return Optional.of(HintPlace.LOCAL);
        }

        @Override
        public Optional<String> refusal() {
            return Optional.empty();
        }

        @Override
        public void send(HintPlace to, List<Hint> hints) {
            sent.put(to, hints);
        }

        @Override
        public Wakes open(String agent, Duration silence) {
            return new One("of the hints");
        }
    }

    private static final class Answers extends StubStore {
        private LockDocument next = Locks.lock("", List.of());
        private boolean refuses;

        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            return new Reply.Answered(Optional.of(new Snapshot(next, Instant.EPOCH)), true);
        }

        @Override
        public Wakes wakes(String agent) {
            if (refuses) {
                throw new MongoCommandException(
                        BsonDocument.parse("{ ok: 0, code: 8000, errmsg: 'change stream limit exceeded' }"),
                        new ServerAddress());
            }
            return new One("of the stream");
        }
    }

    private record One(String wake) implements Wakes {
        @Override
        public Optional<String> next() {
            return Optional.of(wake);
        }

        @Override
        public void close() {}
    }
}
