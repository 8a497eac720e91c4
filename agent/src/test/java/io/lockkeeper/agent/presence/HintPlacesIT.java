package io.lockkeeper.agent.presence;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** For how long an agent looks where others write and read hints. */
class HintPlacesIT {

    private final MongoClient client = MongoClients.create(MongoServer.shared().uri());
    private final String database = MongoServer.shared().freshDatabase().getName();
    private final LaterLooks looks = new LaterLooks();
    private final AtomicBoolean needed = new AtomicBoolean(true);
    private final AtomicReference<Set<Optional<HintPlace>>> found = new AtomicReference<>(Set.of());
    private final HintPlaces places = new HintPlaces(client.getDatabase(database), looks, needed::get, found::set);

    @BeforeEach
    void begin() {
        places.look();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void itLooksOnWhileLeasesAreKept() {
        looks.next();
        assertThat(found.get()).isEmpty();
        insertAgent("local");
        looks.next();
        assertThat(found.get()).containsExactly(Optional.of(HintPlace.LOCAL));
        insertAgent(null);
        places.look();
        assertThat(looks.due).hasSize(1);
        looks.next();
        assertThat(found.get()).contains(Optional.empty());
    }

    @Test
    void itLooksNoMoreWhereNothingIsKeptUntilSomethingIsWantedKeptAgain() {
        needed.set(false);
        looks.next();
        assertThat(looks.due).isEmpty();
        places.look();
        assertThat(looks.due).hasSize(1);
    }

    @Test
    void aServerThatDoesNotAnswerIsAskedAgainAndChangesNothing() {
        insertAgent("local");
        looks.next();
        client.close();
        looks.next();
        assertThat(found.get()).containsExactly(Optional.of(HintPlace.LOCAL));
        assertThat(looks.due).hasSize(1);
    }

    private void insertAgent(@Nullable String wakes) {
        client.getDatabase(database)
                .getCollection(AgentDocument.COLLECTION)
                .insertOne(new Document("service", "billing")
                        .append("held", 0)
                        .append("lastSeen", Date.from(Instant.now().plusSeconds(600)))
                        .append("wakes", wakes));
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
