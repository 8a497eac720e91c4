package io.lockkeeper.console.remember.history;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.loops.RestartPause;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.store.SoleWork;
import io.lockkeeper.console.ground.store.StoreReady;
import io.lockkeeper.console.ground.store.StoreUnavailableException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Records the history while the console runs, unless another console on the same database does. A failure is a state that health
 * and pages show; the recorder retries, and nothing else stops.
 */
@Component
public class Recorder implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
    private static final String LOCK = "lockkeeper-console:recorder";
    private static final String NOT_WRITTEN = "It could not be written, as the console's log says.";
    private static final String CONFLICTS =
            "Another transaction has kept it from being written for more than two minutes: db.currentOp() shows which.";
    private static final int WRITE_CONFLICT = 112;
    private static final long SAY_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** The server ends a transaction that was cut off within a minute and a half. */
    private static final long CONFLICT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final RestartPause pause = new RestartPause(Duration.ofSeconds(1));
    private final CountDownLatch ready = new CountDownLatch(1);
    private final SoleWork.Work work = new Work();
    private final SoleWork alone;
    private final Recording recording;
    private final boolean enabled;
    private volatile CountDownLatch closed = new CountDownLatch(1);
    private volatile RecorderStatus status;
    private volatile SoleWork.@Nullable Term term;
    private @Nullable Thread thread;
    private long said = System.nanoTime();
    /** Since when all that it writes conflicts; 0 if it does not. */
    private long conflicts;

    private Duration recordedFor = Duration.ZERO;

    Recorder(SoleWork alone, Recording recording, @Value("${lockkeeper.history.enabled:true}") boolean enabled) {
        this.alone = alone;
        this.recording = recording;
        this.enabled = enabled;
        status = enabled ? new RecorderStatus.StandingBy() : new RecorderStatus.Off();
    }

    public RecorderStatus status() {
        return status;
    }

    /**
     * Whether what one console does for all is done by this one: it records, or would if it could. Of two consoles that cannot
     * record, both may think so.
     */
    public boolean isInCharge() {
        SoleWork.Term present = term;
        return (present != null && present.lasts()) || status instanceof RecorderStatus.Failing;
    }

    @EventListener
    void storeReady(StoreReady event) {
        ready.countDown();
    }

    @Override
    public void start() {
        if (enabled) {
            closed = new CountDownLatch(1);
            thread = Thread.ofPlatform().name("recorder").daemon().start(this::run);
        }
    }

    @Override
    public void stop() {
        closed.countDown();
        Thread running = thread;
        if (running == null) {
            return;
        }
        if (term == null) { // it may be waiting for its turn
            running.interrupt();
        }
        awaitEnd(running);
    }

    @Override
    public boolean isRunning() {
        return thread != null && thread.isAlive();
    }

    /** Waits for the running term, which ends by itself and releases the lock: a cut-off transaction would stay open for a minute. */
    private static void awaitEnd(Thread running) {
        try {
            running.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            ready.await();
            Duration rest;
            do {
                recordedFor = Duration.ZERO;
                Resilient.run("recorder", this::term, cause -> {
                    pause.failed();
                    failed(NOT_WRITTEN, cause);
                });
                rest = pause.after(recordedFor);
            } while (!closed.await(rest.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            LOG.debug("The recorder is closed");
        }
    }

    private void term() {
        try {
            alone.run(LOCK, "records the history", work);
            status = new RecorderStatus.StandingBy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (StoreUnavailableException | HistoryCommit.DeposedException e) {
            failed(String.valueOf(e.getMessage()), e);
        } catch (MongoException | DataAccessException e) {
            if ((e instanceof MongoException ? e : e.getCause()) instanceof MongoException why) {
                failed(why, e);
            } else {
                failed(NOT_WRITTEN, e);
            }
        }
    }

    /** What conflicts for long is a transaction that was cut off, until the server ends it, or one that somebody keeps open. */
    private void failed(MongoException why, RuntimeException e) {
        if (why.getCode() == WRITE_CONFLICT) {
            conflicts = conflicts == 0 ? System.nanoTime() : conflicts;
            if (System.nanoTime() - conflicts < CONFLICT_NANOS) {
                LOG.debug("The recorder begins again after a conflict", e);
                status = new RecorderStatus.StandingBy();
            } else {
                failed(CONFLICTS, e);
            }
            return;
        }
        if (MongoTrouble.isAnswer(why)) {
            pause.failed();
        }
        failed(sentence(why), e);
    }

    private final class Work implements SoleWork.Work {

        @Override
        public void standBy() {
            status = new RecorderStatus.StandingBy();
        }

        @Override
        public void during(SoleWork.Term granted) {
            term = granted;
            long began = System.nanoTime();
            try {
                recording.during(granted, Recorder.this::isOpen, Recorder.this::recorded);
            } finally {
                term = null;
                recordedFor = Duration.ofNanos(System.nanoTime() - began);
            }
        }
    }

    private void recorded(RecorderStatus now) {
        conflicts = 0;
        if (now instanceof RecorderStatus.ReadingPast reading && System.nanoTime() - said > SAY_EVERY_NANOS) {
            said = System.nanoTime();
            LOG.info("The past is being read for the history: done up to={}", reading.readTo());
        } else if (now instanceof RecorderStatus.Recording && status instanceof RecorderStatus.ReadingPast) {
            LOG.info("The past is read for the history, which goes on from now");
        }
        status = now;
    }

    /** The sentence for every user: the server's own words about a write, which may quote a document, are only in the log. */
    private static String sentence(MongoException e) {
        if (MongoTrouble.isAnswer(e)) {
            return MongoTrouble.sentence(e);
        }
        return e.getCode() > 0 && !MongoTrouble.isBetweenPrimaries(e)
                ? String.format(Locale.ROOT, "%s (MongoDB's error %d.)", NOT_WRITTEN, e.getCode())
                : "MongoDB did not answer.";
    }

    private void failed(String why, Throwable cause) {
        if (isOpen()
                && !(status instanceof RecorderStatus.Failing known
                        && known.why().equals(why))) {
            LOG.warn(
                    "The history is not recorded for now; what happens meanwhile will be recorded later: {}"
                            + " cause=\"{}\"",
                    why,
                    cause.getMessage());
            status = new RecorderStatus.Failing(why);
        }
    }

    private boolean isOpen() {
        return closed.getCount() > 0 && !Thread.currentThread().isInterrupted();
    }
}
