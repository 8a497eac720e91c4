package io.lockkeeper.console.watch.board;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.springframework.stereotype.Component;

/** Asks the primary for its time every second: whether it answers, and what its clock says. */
@Component
class Heartbeat implements RepeatedWork {

    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));
    private static final long PERIOD_MILLIS = 1_000;

    private final Worker worker;
    private final MongoDatabase database;
    private final ServerClock clock;
    private final Pulse pulse;
    private final ClockWatch clocks;

    Heartbeat(MongoDatabase database, ServerClock clock, Pulse pulse, ClockWatch clocks) {
        this.database = database;
        this.clock = clock;
        this.pulse = pulse;
        this.clocks = clocks;
        worker = new Worker("heartbeat", this::beat, cause -> pulse.reachable(false), () -> PERIOD_MILLIS);
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void beat() {
        try {
            hello(ReadPreference.primary());
            pulse.reachable(true);
            hello(ReadPreference.nearest());
        } catch (MongoException e) {
            pulse.reachable(false);
            if (MongoTrouble.isRefusal(e)) {
                pulse.refused(MongoTrouble.sentence(e));
            }
        }
    }

    /** Measures a clock: only the primary's decides about expiry; the others' are compared with it. */
    private void hello(ReadPreference of) {
        long sent = clock.ticks();
        BsonDocument answer = database.runCommand(HELLO, of, BsonDocument.class);
        clocks.heard(answer, sent, clock.ticks());
        if (of.equals(ReadPreference.primary())) {
            clock.sample(
                    sent, Instant.ofEpochMilli(answer.getDateTime("localTime").getValue()));
        }
    }
}
