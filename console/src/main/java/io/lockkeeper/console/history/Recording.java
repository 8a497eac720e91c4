package io.lockkeeper.console.history;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.store.SoleWork;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * One term of a recorder: follows the stream from the kept place, writes what happened, and keeps the place after that. What is
 * cut off in between is written again. Used by one thread.
 */
@Component
class Recording {

    private static final Duration KEEP_EVERY = Duration.ofSeconds(2);

    private final MongoDatabase locks;
    private final PastReader past;
    private final HistoryWriter writer;
    private final Places places;
    private final Beginning beginning;
    private final ServerClock clock;

    Recording(
            MongoDatabase locks,
            PastReader past,
            HistoryWriter writer,
            Places places,
            Beginning beginning,
            ServerClock clock) {
        this.locks = locks;
        this.past = past;
        this.writer = writer;
        this.places = places;
        this.beginning = beginning;
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
                if (place == null || !RecordedStream.isHistoryLost(e)) {
                    throw e;
                }
                writer.gap(
                        place.at(),
                        clock.now(),
                        "MongoDB no longer knew what had happened: its oplog did not reach back.");
                place = null;
            }
        }
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
        Instant afresh = begun.afresh();
        RecorderPlace kept = null;
        while (open.getAsBoolean() && term.lasts() && !stream.hasEnded()) {
            Instant asked = clock.now();
            List<ChangeStreamDocument<BsonDocument>> events = stream.next();
            writer.write(decoder.decode(events));
            Instant at = events.isEmpty() ? asked : Decoder.time(events.getLast());
            kept = keep(kept, stream.place(), at, begun.history(), term.fence(), events.isEmpty());
            if (decoder.hasLostPast()) {
                afresh = clock.now();
            }
            if (afresh != null && beginning.record(afresh)) {
                afresh = null;
            }
            recordedTo.accept(at);
        }
        if (!stream.hasEnded()) {
            return kept;
        }
        Instant now = clock.now();
        writer.gap(now, now, "The collection of the locks was dropped or renamed.");
        return null;
    }

    private @Nullable RecorderPlace keep(
            @Nullable RecorderPlace kept,
            @Nullable Document token,
            Instant at,
            Instant history,
            long fence,
            boolean idle) {
        if (token == null || (idle && kept != null && at.isBefore(kept.at().plus(KEEP_EVERY)))) {
            return kept;
        }
        RecorderPlace place = new RecorderPlace(RecorderPlace.ID, token, at, history, fence);
        if (!places.save(place)) {
            throw new DeposedException();
        }
        return place;
    }
}
