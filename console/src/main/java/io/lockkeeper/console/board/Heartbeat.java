package io.lockkeeper.console.board;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.mongodb.MongoTrouble;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Asks the primary for its time every second: whether it answers, and what its clock says. */
@Component
class Heartbeat implements SmartLifecycle {

    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));
    private static final long PERIOD_MILLIS = 1_000;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("heartbeat").daemon().factory());
    private final MongoDatabase database;
    private final ServerClock clock;
    private final Pulse pulse;
    private final ClockWatch clocks;
    private @Nullable Future<?> beats;

    Heartbeat(MongoDatabase database, ServerClock clock, Pulse pulse, ClockWatch clocks) {
        this.database = database;
        this.clock = clock;
        this.pulse = pulse;
        this.clocks = clocks;
    }

    @Override
    public void start() {
        beats = timer.scheduleWithFixedDelay(
                () -> Untiring.run("heartbeat", this::beat, cause -> pulse.reachable(false)),
                0,
                PERIOD_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        timer.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return beats != null && !timer.isShutdown();
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

    /** Only the primary's clock decides about expiry; the others' are compared with it. */
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
