package io.lockkeeper.console.board;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
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
    private final MemberClocks memberClocks;
    private @Nullable Future<?> beats;

    Heartbeat(MongoDatabase database, ServerClock clock, Pulse pulse, MemberClocks memberClocks) {
        this.database = database;
        this.clock = clock;
        this.pulse = pulse;
        this.memberClocks = memberClocks;
    }

    @Override
    public void start() {
        beats = timer.scheduleWithFixedDelay(this::beat, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
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
            memberClocks.observe(hello(ReadPreference.nearest()), clock);
        } catch (MongoException e) {
            pulse.reachable(false);
        }
    }

    private MemberClocks.Answer hello(ReadPreference of) {
        long sent = clock.ticks();
        BsonDocument answer = database.runCommand(HELLO, of, BsonDocument.class);
        long received = clock.ticks();
        Instant time = Instant.ofEpochMilli(answer.getDateTime("localTime").getValue());
        if (of.equals(ReadPreference.primary())) {
            clock.sample(sent, time);
        }
        return new MemberClocks.Answer(answer, time, received - sent);
    }
}
