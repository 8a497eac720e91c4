package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.simulation.shared.Exchange;
import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Size;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.Repeats;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The model that stands for the server, and the pipelines on a real one: what a history asks leaves the same documents in both. */
@Timeout(300)
class ReplayIT {

    private static final int HISTORIES = Repeats.of(60);
    private static final long FIRST_SEED = 1;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @Test
    void aRealServerLeavesWhatTheModelLeft() {
        Histories histories = Simulator.open(List.of());
        int changes = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
            List<Exchange> exchanges = histories.exchanges(seed, Size.of(3));
            replay(seed, exchanges);
            changes += exchanges.size();
        }
        System.out.printf("ReplayIT: %,d changes of %,d histories%n", changes, HISTORIES);
        assertThat(changes).isGreaterThan(10 * HISTORIES);
    }

    private void replay(long seed, List<Exchange> exchanges) {
        database.getCollection(LockDocument.COLLECTION).deleteMany(new BsonDocument());
        for (int i = 0; i < exchanges.size(); i++) {
            Exchange exchange = exchanges.get(i);
            var unused = database.runCommand(at(exchange));
            assertThat(stored(exchange.lock()))
                    .as("seed %d, change %d at %s: %s", seed, i, exchange.at(), exchange.command())
                    .isEqualTo(exchange.left());
        }
    }

    /** The server takes the history's time for its own. */
    private static BsonDocument at(Exchange exchange) {
        BsonDocument now = new BsonDocument(
                        "localNow", new BsonDateTime(exchange.at().toEpochMilli()))
                .append("clusterTime", new BsonTimestamp((int) exchange.at().getEpochSecond(), 1));
        boolean deletes = exchange.command().containsKey("delete");
        return deletes ? exchange.command() : exchange.command().clone().append("runtimeConstants", now);
    }

    private Optional<BsonDocument> stored(String lock) {
        return Optional.ofNullable(database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .find(new BsonDocument("_id", new BsonString(lock)))
                .first());
    }
}
