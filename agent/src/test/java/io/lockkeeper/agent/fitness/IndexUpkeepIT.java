package io.lockkeeper.agent.fitness;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.fitness.ServerFitness.Refusals;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of the index of the locks while an agent runs. */
class IndexUpkeepIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LaterLooks looks = new LaterLooks();

    @Test
    void anIndexThatWasLostWithItsDatabaseIsCreatedAgain() {
        start();
        looks.next();
        assertThat(indexes()).containsExactly("_id_", "lockkeeper_purge_locks");
        database.drop();
        looks.next();
        assertThat(indexes()).containsExactly("_id_", "lockkeeper_purge_locks");
    }

    @Test
    void aCollectionThatAnotherProgramHasTakenMeanwhileIsLeftAsItIsAndLookedAtAgain() {
        start();
        database.getCollection("locks").insertOne(new Document("lockName", "report"));
        looks.next();
        assertThat(indexes()).containsExactly("_id_");
        database.drop();
        looks.next();
        assertThat(indexes()).contains("lockkeeper_purge_locks");
    }

    private void start() {
        Refusals refusals = new Refusals() {
            @Override
            public RuntimeException unsupported(String message, @Nullable Throwable cause) {
                return new IllegalStateException(message, cause);
            }

            @Override
            public RuntimeException unavailable(String message, Throwable cause) {
                return new IllegalStateException(message, cause);
            }
        };
        new IndexUpkeep(new CollectionFitness(database, Duration.ofSeconds(5), refusals), looks).start();
    }

    private List<String> indexes() {
        return database.getCollection("locks")
                .listIndexes()
                .map(index -> index.getString("name"))
                .into(new ArrayList<>());
    }

    /** Looks that are run by hand. */
    private static final class LaterLooks implements Timer {

        private final Queue<Runnable> due = new ArrayDeque<>();

        @Override
        public Alarm after(Duration delay, Runnable action) {
            assertThat(delay).isEqualTo(IndexUpkeep.PERIOD);
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
