package io.lockkeeper.agent.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.ServerAddress;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.StubMachine;
import io.lockkeeper.test.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The agent's stream where MongoDB refuses it, or breaks it again and again. */
@Timeout(60)
class WakeStreamTest {

    private final MongoCommandException notAllowed = new MongoCommandException(
            BsonDocument.parse("{ ok: 0, code: 13, errmsg: 'not authorized on app to execute command' }"),
            new ServerAddress());

    private final CapturedLog log = CapturedLog.of(WakeStream.class.getName());
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private volatile RuntimeException failure = notAllowed;
    private final WakeStream stream = new WakeStream(new Counting(), new Failing(), "agent", new Needed());

    @AfterEach
    void close() {
        stream.close();
        log.close();
    }

    @Test
    void aStreamThatIsRefusedIsSaidOnceAndAskedForEverMoreRarely() {
        stream.listen();
        await().until(() -> pauses.size() > 20);
        assertThat(log.lines(Level.INFO, "not authorized on app")).hasSize(1);
        assertThat(pauses.get(15)).isGreaterThan(Duration.ofSeconds(12));
        assertThat(pauses).allSatisfy(pause -> assertThat(pause).isLessThan(Duration.ofMinutes(1)));
    }

    @Test
    void aStreamThatBreaksIsSaidOnceAndAskedForAgainWithinSeconds() {
        failure = new MongoSocketReadException("Prematurely reached end of stream", new ServerAddress());
        stream.listen();
        await().until(() -> pauses.size() > 20);
        assertThat(log.warnings("")).isEmpty();
        assertThat(pauses).allSatisfy(pause -> assertThat(pause).isLessThan(Duration.ofSeconds(7)));
    }

    private final class Failing extends StubStore {
        @Override
        public Wakes wakes(String agent) {
            throw failure;
        }
    }

    private final class Counting extends StubMachine {
        @Override
        public void sleep(Duration time) {
            pauses.add(time);
        }
    }

    private static final class Needed implements WakeStream.Listener {
        @Override
        public boolean isNeeded() {
            return true;
        }

        @Override
        public void opened(boolean heard) {}

        @Override
        public void closed() {}

        @Override
        public void recalled(String acquirer) {}

        @Override
        public void granted(String acquirer, long token, int tokens) {}

        @Override
        public void concerned(String acquirer) {}
    }
}
