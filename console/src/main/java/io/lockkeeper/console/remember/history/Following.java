package io.lockkeeper.console.remember.history;

import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.ground.mongodb.ReadingPace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Follows one stream for the recorder: writes what happened, together with the place behind it. Used by one thread. */
final class Following {

    private static final Duration KEEP_EVERY = Duration.ofSeconds(2);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    /** A touch may be applied a little later than its time: what ran out so long ago is not revived by one. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private static final int TOGETHER = 1_000;

    private final RecordedStream stream;
    private final Decoder decoder;
    private final Digesting digesting;
    private final HistoryCommit commit;
    private final RunOuts runOuts;
    private final ServerClock clock;
    private final RecorderPlace.Term term;
    private final ReadingPace pace = new ReadingPace(PastWindow.MOST_A_SECOND);
    private final Deque<HistoryEvent> ranOut = new ArrayDeque<>();
    private Instant ranOutTo = Instant.EPOCH;
    private @Nullable RecorderPlace kept;

    private Following(
            RecordedStream stream,
            Decoder decoder,
            Digesting digesting,
            HistoryCommit commit,
            RunOuts runOuts,
            ServerClock clock,
            RecorderPlace.Term term) {
        this.stream = stream;
        this.decoder = decoder;
        this.digesting = digesting;
        this.commit = commit;
        this.runOuts = runOuts;
        this.clock = clock;
        this.term = term;
    }

    /** Begins to follow streams. */
    @Component
    static final class Follower {

        private final PastReader past;
        private final Digests digests;
        private final HistoryCommit commit;
        private final RunOuts runOuts;
        private final ServerClock clock;

        Follower(PastReader past, Digests digests, HistoryCommit commit, RunOuts runOuts, ServerClock clock) {
            this.past = past;
            this.digests = digests;
            this.commit = commit;
            this.runOuts = runOuts;
            this.clock = clock;
        }

        Following follow(RecordedStream stream, RecorderPlace.Term term) {
            Decoder decoder = new Decoder(past, stream.since());
            return new Following(stream, decoder, digests.begin(), commit, runOuts, clock, term);
        }
    }

    /** Writes what comes next. Answers up to when all is recorded. */
    Instant next() {
        Instant asked = clock.now();
        List<ChangeStreamDocument<RawBsonDocument>> came = stream.next();
        stream.share(came, asked);
        List<ChangeStreamDocument<RawBsonDocument>> events = untold(came);
        digesting.changed(events);
        Instant at = events.isEmpty() ? stream.reached(asked) : Decoder.time(events.getLast());
        List<HistoryEvent> happened = new ArrayList<>(decoder.decode(events));
        happened.addAll(ranOut());
        Digested part = digesting.digest(happened, at);
        keep(part, place(at), events.isEmpty());
        commit.leaveOut(decoder.takeLeftOut().plus(digesting.takeLeftOut()), at);
        return at;
    }

    /** The ends that no event brings. Writing one again changes nothing, so that each stream begins with all that are still listed. */
    private List<HistoryEvent> ranOut() {
        if (stream.isPast() || kept == null) {
            return List.of();
        }
        Instant upTo = runOuts.knownTo().minus(SETTLED);
        if (ranOut.isEmpty() && upTo.isAfter(ranOutTo.plus(LOOK_EVERY))) {
            ranOut.addAll(runOuts.between(ranOutTo, upTo));
            ranOutTo = upTo;
        }
        List<HistoryEvent> next = new ArrayList<>();
        while (next.size() < TOGETHER && !ranOut.isEmpty()) {
            next.add(ranOut.remove());
        }
        return next;
    }

    /** The events that are not recorded yet; recorded ones only show who holds what. */
    private List<ChangeStreamDocument<RawBsonDocument>> untold(List<ChangeStreamDocument<RawBsonDocument>> events) {
        int told = stream.told(events);
        if (told > 0) {
            decoder.decode(events.subList(0, told));
            decoder.takeLeftOut();
        }
        if (stream.isPast()) {
            pace.read(events.size());
        }
        return events.subList(told, events.size());
    }

    /** Whether since the last call the past of a lock could not be read, so that the end of a lease may be missing. */
    boolean hasLostPast() {
        return decoder.hasLostPast();
    }

    /** A lease is recorded, so it is not to be counted. */
    void recorded(LeaseKey lease) {
        digesting.recorded(lease);
    }

    /** Writes what was kept back. Answers the place up to which all is recorded. */
    @Nullable
    RecorderPlace end() {
        Digested rest = digesting.rest();
        RecorderPlace last = kept;
        if (last != null && !rest.isEmpty()) {
            commit.leaveOut(commit.write(rest, last), last.at());
        }
        return last;
    }

    private @Nullable RecorderPlace place(Instant at) {
        Document token = stream.place();
        return token == null ? null : term.at(token, at);
    }

    private void keep(Digested part, @Nullable RecorderPlace place, boolean idle) {
        RecorderPlace last = kept;
        boolean early = idle
                && part.isEmpty()
                && last != null
                && place != null
                && place.at().isBefore(last.at().plus(KEEP_EVERY));
        if (place != null && !early) {
            commit.leaveOut(commit.write(part, place), place.at());
            kept = place;
        }
    }
}
