package io.lockkeeper.agent.presence;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.FakeTicker;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** For how long an agent looks which versions share the locks. */
class AgentVersionsIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final FakeTicker ticker = new FakeTicker();
    private final LaterLooks looks = new LaterLooks();
    private final AtomicBoolean keeps = new AtomicBoolean(true);
    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicReference<Set<Optional<HintPlace>>> wakes = new AtomicReference<>();
    private final AgentVersions versions =
            new AgentVersions(database, looks, ticker, keeps::get, ends::incrementAndGet, wakes::set);

    @Test
    void itLooksOnWhileLeasesAreKeptThoughNobodyAsks() {
        assertThat(versions.allowsKeeping()).as("before the first look").isFalse();
        looks.next();
        assertThat(versions.allowsKeeping()).isTrue();

        ticker.advance(Duration.ofHours(3));
        looks.next();
        oldAgent();
        looks.next();

        assertThat(ends).hasValue(1);
        assertThat(versions.allowsKeeping()).isFalse();
    }

    @Test
    void itLooksNoMoreWhereNothingIsKeptAndNobodyAsks() {
        assertThat(versions.allowsKeeping()).isFalse();
        looks.next();
        keeps.set(false);
        ticker.advance(Duration.ofMinutes(11));
        looks.next();

        assertThat(looks.due).isEmpty();
        assertThat(versions.allowsKeeping()).as("with a look that is too old").isFalse();
        assertThat(looks.due).as("another look is due").hasSize(1);
    }

    @Test
    void aServerThatDoesNotAnswerForAMomentEndsNothingAndIsNotCalledAMissingPrivilege() {
        MongoClient client = MongoClients.create(MongoServer.shared().uri());
        try (CapturedLog log = CapturedLog.of(AgentVersions.class.getName())) {
            AgentVersions ofClient = new AgentVersions(
                    client.getDatabase(database.getName()),
                    looks,
                    ticker,
                    keeps::get,
                    ends::incrementAndGet,
                    wakes::set);
            assertThat(ofClient.allowsKeeping()).isFalse();
            looks.next();
            client.close();
            ticker.advance(AgentDocument.BEAT);
            looks.next();
            assertThat(ofClient.allowsKeeping()).isTrue();
            assertThat(ends).hasValue(0);

            ticker.advance(AgentDocument.BEAT.multipliedBy(2));
            looks.next();
            assertThat(ofClient.allowsKeeping()).isFalse();
            assertThat(ends).hasValue(1);
            assertThat(log.warnings("MongoDB did not answer")).hasSize(1);
            assertThat(log.warnings("privilege")).isEmpty();
        }
    }

    private void oldAgent() {
        database.getCollection(AgentDocument.COLLECTION)
                .insertOne(new Document("_id", "old")
                        .append("service", "billing")
                        .append("version", "0.0.9")
                        .append("held", 0)
                        .append("lastSeen", Date.from(Instant.now().plusSeconds(600))));
    }

    /** Looks that are run by hand. */
    private static final class LaterLooks implements Timer {

        private final Queue<Runnable> due = new ArrayDeque<>();

        @Override
        public Alarm after(Duration delay, Runnable action) {
            due.add(action);
            return () -> due.remove(action);
        }

        @Override
        public void stop(Duration within) {
            due.clear();
        }

        void next() {
            due.remove().run();
        }
    }
}
