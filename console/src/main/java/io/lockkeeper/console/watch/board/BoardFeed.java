package io.lockkeeper.console.watch.board;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Keeps the {@link Board} current until it is closed: follows one change stream, and reopens it at its saved
 * position whenever it breaks. If the oplog no longer reaches back that far, it starts afresh by reading the collection.
 */
@Component
class BoardFeed implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(BoardFeed.class);
    private static final String RESUMABLE = "ResumableChangeStreamError";
    private static final long PAUSE_MILLIS = 500;

    private final Worker worker = new Worker("board-feed", this::turn, this::failed, () -> PAUSE_MILLIS);
    private final LockStream stream;
    private final Pulse pulse;
    private @Nullable String lastCause;

    BoardFeed(LockStream stream, Pulse pulse) {
        this.stream = stream;
        this.pulse = pulse;
    }

    @Override
    public void start() {
        worker.start();
    }

    @Override
    public void stop() {
        worker.stop();
    }

    @Override
    public boolean isRunning() {
        return worker.isRunning();
    }

    private void turn() {
        try {
            follow();
        } finally {
            pulse.streaming(false);
        }
    }

    /** Whatever failed, the board may be half changed, so the locks are read again. */
    private void failed(Throwable cause) {
        stream.startAfresh();
        pulse.failed(cause.toString());
    }

    private void follow() {
        try {
            stream.follow(worker::isOpen);
            stream.startAfresh();
        } catch (MongoCommandException e) {
            if (!e.hasErrorLabel(RESUMABLE)) {
                stream.startAfresh();
            }
            broke(e);
        } catch (MongoException e) {
            broke(e);
        }
    }

    private void broke(MongoException e) {
        String why = why(e);
        pulse.refused(MongoTrouble.isRefusal(e) ? why : "");
        if (worker.isOpen() && !why.equals(lastCause)) {
            LOG.warn("The change stream of the locks broke and is opened again: {}", why);
            lastCause = why;
        }
    }

    private static String why(MongoException e) {
        if (MongoTrouble.isRefusal(e)) {
            return MongoTrouble.sentence(e);
        }
        return e instanceof MongoCommandException answer ? answer.getErrorMessage() : String.valueOf(e.getMessage());
    }
}
