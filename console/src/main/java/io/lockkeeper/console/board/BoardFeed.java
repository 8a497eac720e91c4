package io.lockkeeper.console.board;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Keeps the {@link Board} current until it is closed: follows one change stream, and opens it again at its own saved
 * place whenever it breaks. Where the history before that place is lost, it starts afresh by reading the collection.
 */
@Component
class BoardFeed implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(BoardFeed.class);
    private static final String RESUMABLE = "ResumableChangeStreamError";
    private static final long PAUSE_MILLIS = 500;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final LockStream stream;
    private final Pulse pulse;
    private @Nullable Thread thread;
    private @Nullable String lastCause;

    BoardFeed(LockStream stream, Pulse pulse) {
        this.stream = stream;
        this.pulse = pulse;
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("board-feed").daemon().start(this::run);
    }

    @Override
    public void stop() {
        closed.countDown();
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null && thread.isAlive();
    }

    private void run() {
        do {
            follow();
            pulse.streaming(false);
        } while (!closedWithin(PAUSE_MILLIS));
    }

    private void follow() {
        try {
            stream.follow(this::isOpen);
            stream.startAfresh();
        } catch (MongoCommandException e) {
            if (!e.hasErrorLabel(RESUMABLE)) {
                stream.startAfresh();
            }
            broke(e.getErrorMessage());
        } catch (MongoException e) {
            broke(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            stream.startAfresh();
            broke(e.toString());
        }
    }

    private void broke(String why) {
        if (isOpen() && !why.equals(lastCause)) {
            LOG.warn("The change stream of the locks broke and is opened again: {}", why);
            lastCause = why;
        }
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private boolean closedWithin(long millis) {
        try {
            return closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }
}
