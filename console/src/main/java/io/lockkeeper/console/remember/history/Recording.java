package io.lockkeeper.console.remember.history;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.store.SoleWork;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * One term of a recorder: follows the stream from the kept place, and writes what happened together with the place behind it.
 * Used by one thread.
 */
@Component
class Recording {

    private static final Duration KEEP_EVERY = Duration.ofSeconds(2);

    private final MongoDatabase locks;
    private final PastReader past;
    private final HistoryWriter writer;
    private final Places places;
    private final HistoryCommit commit;
    private final Digests digests;
    private final Beginning beginning;
    private final LeftOutChanges leftOut;
    private final ServerClock clock;

    Recording(
            MongoDatabase locks,
            PastReader past,
            HistoryWriter writer,
            Places places,
            HistoryCommit commit,
            Digests digests,
            Beginning beginning,
            LeftOutChanges leftOut,
            ServerClock clock) {
        this.locks = locks;
        this.past = past;
        this.writer = writer;
        this.places = places;
        this.commit = commit;
        this.digests = digests;
        this.beginning = beginning;
        this.leftOut = leftOut;
        this.clock = clock;
    }

    /**
     * Records until the term is over or the recorder is closed.
     *
     * @param recordedTo hears up to when all is in the history
     */
    void during(SoleWork.Term term, BooleanSupplier open, Consumer<Instant> recordedTo) {
        RecorderPlace place = places.load().orElse(null);
        while (open.getAsBoolean() && term.lasts()) {
            try (RecordedStream stream =
                    place == null ? RecordedStream.fromNow(locks) : RecordedStream.after(locks, place.token())) {
                place = follow(stream, begun(place), term, open, recordedTo);
            } catch (MongoCommandException e) {
                if (place == null || whyLost(e).isEmpty()) {
                    throw e;
                }
                RecorderPlace last = places.load().orElse(place);
                writer.gap(last.at(), clock.now(), whyLost(e));
                place = null;
            }
        }
    }

    /** Why the stream can never be continued at its place; empty if it can. */
    private static String whyLost(MongoCommandException e) {
        if (RecordedStream.isTooLarge(e)) {
            return "A change was larger than MongoDB's streams can tell.";
        }
        return RecordedStream.isHistoryLost(e)
                ? "MongoDB no longer knew what had happened: its oplog did not reach back."
                : "";
    }

    private Begun begun(@Nullable RecorderPlace place) {
        Instant now = clock.now();
        return place == null ? new Begun(beginning(now), now) : new Begun(place.begun(), null);
    }

    /** Since when there is a history, gaps and all. */
    private Instant beginning(Instant now) {
        return places.load().map(RecorderPlace::begun).orElse(now);
    }

    /**
     * @param history since when there is a history
     * @param afresh when the recording began without a place; null where it continues
     */
    private record Begun(Instant history, @Nullable Instant afresh) {}

    /** Answers the place at which the next stream continues, or null if that begins afresh. */
    private @Nullable RecorderPlace follow(
            RecordedStream stream,
            Begun begun,
            SoleWork.Term term,
            BooleanSupplier open,
            Consumer<Instant> recordedTo) {
        Decoder decoder = new Decoder(past);
        Digesting digesting = digests.begin();
        Instant afresh = begun.afresh();
        RecorderPlace kept = null;
        while (open.getAsBoolean() && term.lasts() && !stream.hasEnded()) {
            Instant asked = clock.now();
            List<ChangeStreamDocument<RawBsonDocument>> events = stream.next();
            digesting.changed(events);
            Instant at = events.isEmpty() ? asked : Decoder.time(events.getLast());
            Digested part = digesting.digest(decoder.decode(events), at);
            kept = keep(kept, part, place(stream, at, begun, term), events.isEmpty());
            leftOut.add(decoder.takeLeftOut().plus(digesting.takeLeftOut()), at);
            if (decoder.hasLostPast()) {
                afresh = clock.now();
            }
            if (afresh != null && beginning.record(afresh, digesting::recorded)) {
                afresh = null;
            }
            recordedTo.accept(at);
        }
        Digested rest = digesting.rest();
        if (kept != null && !rest.isEmpty()) {
            leftOut.add(commit.write(rest, kept), kept.at());
        }
        if (!stream.hasEnded()) {
            return kept;
        }
        Instant now = clock.now();
        writer.gap(now, now, "The collection of the locks was dropped or renamed.");
        return null;
    }

    private static @Nullable RecorderPlace place(RecordedStream stream, Instant at, Begun begun, SoleWork.Term term) {
        Document token = stream.place();
        return token == null ? null : new RecorderPlace(RecorderPlace.ID, token, at, begun.history(), term.fence());
    }

    /** Answers the place that is kept by then. */
    private @Nullable RecorderPlace keep(
            @Nullable RecorderPlace kept, Digested part, @Nullable RecorderPlace place, boolean idle) {
        boolean early = idle
                && part.isEmpty()
                && kept != null
                && place != null
                && place.at().isBefore(kept.at().plus(KEEP_EVERY));
        if (place == null || early) {
            return kept;
        }
        leftOut.add(commit.write(part, place), place.at());
        return place;
    }
}
