package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.console.ServerSentEvents.Event;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * Follows the locks of a source by the console's events, and connects again whenever they end. A thread of its own listens; another reads
 * what it has received.
 */
public final class SourceWatch implements AutoCloseable {

    private static final Duration SHORTEST = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** The console writes every ten seconds, if only a comment. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final ConsoleSource source;
    private final String search;
    private final Semaphore news = new Semaphore(0);
    private final Thread listener =
            Thread.ofPlatform().daemon().name("lockkeeper-events").unstarted(this::listen);
    private volatile boolean closed;
    private volatile @Nullable ServerSentEvents open;

    private @Nullable Heard heard;
    private String why = "";
    private @Nullable RuntimeException failure;

    SourceWatch(ConsoleClient console, String id, String search) {
        this.source = new ConsoleSource(console, id);
        this.search = search;
        listener.start();
    }

    /** What is known at one moment. */
    public sealed interface Now {

        /** The console has not sent all locks yet. */
        record Connecting() implements Now {}

        /**
         * The locks as the console last sent them.
         *
         * @param asOf the server's time
         * @param freshness how fresh the console's own knowledge is: live, behind or disconnected
         * @param trouble what else is to know, as why it is not live; empty for nothing
         * @param first the first of the locks in use
         * @param inUse how many there are
         */
        record Locks(Instant asOf, String freshness, String trouble, List<BsonDocument> first, int inUse)
                implements Now {}

        /**
         * No events arrive at present.
         *
         * @param why in a sentence
         */
        record Disconnected(String why) implements Now {}
    }

    /** What one connection has received. */
    private static final class Heard {

        private final Instant asOf;
        private final long readAt = System.nanoTime();
        private final LocksInUse locks = new LocksInUse();
        private BsonDocument state = new BsonDocument();

        /** @param asOf the server's time when it begins */
        Heard(Instant asOf) {
            this.asOf = asOf;
        }

        Now.Locks now(int most) {
            return new Now.Locks(
                    asOf.plus(Duration.ofNanos(System.nanoTime() - readAt)),
                    AnsweredFields.text(state, "freshness"),
                    AnsweredFields.text(state, "notice"),
                    locks.first(most),
                    locks.size());
        }
    }

    /**
     * Waits for news, a quarter of a second at least and a second at most, since times run down without any.
     *
     * @param most how many locks are wanted
     * @throws FailedException if the console refuses, and would again
     */
    public Now await(int most) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(SHORTEST.toMillis());
        if (news.tryAcquire(LONGEST.minus(SHORTEST).toMillis(), TimeUnit.MILLISECONDS)) {
            news.drainPermits();
        }
        hangUpIfSilent();
        return now(most);
    }

    private synchronized Now now(int most) {
        if (failure != null) {
            throw failure;
        }
        if (heard != null) {
            return heard.now(most);
        }
        return why.isEmpty() ? new Now.Connecting() : new Now.Disconnected(why);
    }

    /** Closes a silent connection: one that was cut without notice would look live for ever. */
    private void hangUpIfSilent() {
        ServerSentEvents events = open;
        if (events != null && System.nanoTime() - events.heardAt() > SILENCE.toNanos()) {
            try {
                events.close();
            } catch (IOException e) {
                // it has ended then
            }
        }
    }

    private void listen() {
        while (!closed) {
            try {
                disconnected(follow());
                TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                fail(e);
                return;
            }
        }
    }

    /** Follows the events until they end, and returns why they ended. */
    private String follow() {
        try {
            Instant asOf = Instant.parse(AnsweredFields.text(source.list(search, 1), "asOf"));
            try (ServerSentEvents events = new ServerSentEvents(source.events(search))) {
                open = events;
                return follow(events, new Heard(asOf));
            } finally {
                open = null;
            }
        } catch (IOException e) {
            return "The connection to the console was lost: %s.".formatted(Plain.text(e.toString()));
        } catch (JsonParseException e) {
            return "What answers there is no console of this version.";
        } catch (FailedException e) {
            if (e.exitCode() != ExitCode.UNAVAILABLE) {
                throw e;
            }
            return String.valueOf(e.getMessage());
        }
    }

    private String follow(ServerSentEvents events, Heard told) throws IOException {
        for (Event event = events.next(); event != null; event = events.next()) {
            if (event.name().equals("end")) {
                return Plain.text(AnsweredFields.text(BsonDocument.parse(event.data()), "reason"));
            }
            take(event, told);
            news.release();
        }
        return "The console has ended the connection.";
    }

    private synchronized void take(Event event, Heard told) {
        switch (event.name()) {
            case "snapshot", "board" -> told.state = BsonDocument.parse(event.data());
            case "lock" -> told.locks.put(event.data());
            case "gone" -> told.locks.remove(AnsweredFields.text(BsonDocument.parse(event.data()), "name"));
            case "complete" -> heard = told;
            default -> {} // a later console may send more
        }
    }

    private synchronized void disconnected(String because) {
        heard = null;
        why = because;
        news.release();
    }

    private synchronized void fail(RuntimeException because) {
        failure = because;
        news.release();
    }

    @Override
    public void close() {
        closed = true;
        listener.interrupt();
        source.close();
    }
}
