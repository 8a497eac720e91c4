package io.lockkeeper.console.ground.mongodb;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Does one of many pieces of work so that it cannot keep the others from being done: one that fails for what it contains is noted, and
 * stepped over. A failure of the server is the caller's, for all pieces have it.
 */
@Component
public class Stepping {

    private static final Logger LOG = LoggerFactory.getLogger(Stepping.class);

    private final Undigested undigested;

    public Stepping(Undigested undigested) {
        this.undigested = undigested;
    }

    /**
     * Runs it.
     *
     * @param loop which loop it belongs to, in words, for example {@code findings}
     * @param piece which piece it is, for people
     */
    public void over(String loop, String piece, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            if (!PoisonedWrite.is(e)) {
                throw e;
            }
            LOG.debug("loop=\"{}\" steps over piece=\"{}\"", loop, piece, e);
            undigested.note(loop, "The console failed at %s (%s), and goes on without it.".formatted(piece, loop));
        }
    }
}
