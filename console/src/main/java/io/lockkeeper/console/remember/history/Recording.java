package io.lockkeeper.console.remember.history;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoOperationTimeoutException;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.ground.mongodb.StreamToken;
import io.lockkeeper.console.ground.store.SoleWork;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.console.watch.source.SharedChanges;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * One term of a recorder: reads the past where it is not recorded, then follows the locks, one stream after the other. Used by one
 * thread.
 */
@Component
class Recording {

    private static final Logger LOG = LoggerFactory.getLogger(Recording.class);
    private static final String UNUSABLE =
            "Up to where it was recorded was changed by hand in the console’s database, and could not be read.";

    private final StreamStart start;
    private final HistoryWriter writer;
    private final Places places;
    private final Following.Follower follower;
    private final Beginning beginning;
    private final ServerClock clock;
    private final SharedChanges shared;
    /** When the recording began without knowledge of the held leases; null once these are recorded. */
    private @Nullable Instant afresh;

    Recording(
            StreamStart start,
            HistoryWriter writer,
            Places places,
            Following.Follower follower,
            Beginning beginning,
            ServerClock clock,
            SharedChanges shared) {
        this.shared = shared;
        this.start = start;
        this.writer = writer;
        this.places = places;
        this.follower = follower;
        this.beginning = beginning;
        this.clock = clock;
    }

    /**
     * The stream to open next.
     *
     * @param afterLoss whether it begins now, since what was before is lost
     */
    private record Next(Supplier<RecordedStream> stream, boolean afterLoss) {}

    /**
     * Records until the term is over or the recorder is closed.
     *
     * @param said hears up to when all is in the history
     */
    void during(SoleWork.Term term, BooleanSupplier open, Consumer<RecorderStatus> said) {
        Optional<Instant> missing = places.forgetUnusable();
        RecorderPlace place = places.load().orElse(null);
        afresh = place == null ? clock.now() : null;
        Next next = new Next(() -> withGap(start.open(place), missing), false);
        while (open.getAsBoolean() && term.lasts()) {
            boolean opens = true;
            try (RecordedStream stream = next.stream.get()) {
                opens = false;
                stream.shareWith(shared);
                next = follow(stream, term, open, said);
            } catch (MongoCommandException | MongoOperationTimeoutException e) {
                RecorderPlace last = places.load().orElse(null);
                String why = whyLost(e);
                if (opens && why.isEmpty() && isGrantedToAnother(e)) {
                    return;
                }
                if (next.afterLoss || last == null || why.isEmpty()) {
                    throw e;
                }
                next = fromNow(last.at(), why);
            } finally {
                shared.end();
            }
        }
    }

    /** Whether the stream was refused while the board had one, which it now leaves to the next term. */
    private boolean isGrantedToAnother(MongoException e) {
        boolean refused = e instanceof MongoCommandException && MongoTrouble.isAnswer(e) && !MongoTrouble.isRefusal(e);
        if (!refused || !shared.want()) {
            return false;
        }
        LOG.info("The board leaves its change stream to the history: {}", MongoTrouble.sentence(e));
        return true;
    }

    /** Records a gap, unless the past is read again. */
    private RecordedStream withGap(RecordedStream stream, Optional<Instant> missing) {
        missing.filter(since -> !stream.isPast()).ifPresent(since -> writer.gap(since, stream.since(), UNUSABLE));
        return stream;
    }

    /** Why the stream can never be continued at its place; empty if it can. */
    private static String whyLost(MongoException e) {
        if (!(e instanceof MongoCommandException refused)) {
            return StreamStart.TOO_MUCH;
        }
        if (RecordedStream.isTooLarge(refused)) {
            return "A change was larger than MongoDB's streams can tell.";
        }
        if (StreamToken.isRefused(refused)) {
            return UNUSABLE;
        }
        return RecordedStream.isHistoryLost(refused) ? StreamStart.FORGOTTEN : "";
    }

    private Next fromNow(Instant missing, String why) {
        Instant now = clock.now();
        writer.gap(missing, now, why);
        afresh = now;
        return new Next(start::fromNow, true);
    }

    private Next follow(
            RecordedStream stream, SoleWork.Term term, BooleanSupplier open, Consumer<RecorderStatus> said) {
        Instant begun = places.load().map(RecorderPlace::begun).orElse(stream.since());
        Following following = follower.follow(stream, new RecorderPlace.Term(begun, term.fence()));
        Instant end = clock.now().plus(PastWindow.MOST);
        Instant at = stream.since();
        boolean isRead = false;
        while (open.getAsBoolean() && term.lasts() && !stream.hasEnded() && !isRead) {
            if (stream.isPast() && clock.now().isAfter(end)) {
                following.end();
                return fromNow(at, StreamStart.TOO_LONG);
            }
            at = following.next();
            settle(stream, following);
            said.accept(stream.isPast() ? new RecorderStatus.ReadingPast(at) : new RecorderStatus.Recording(at));
            isRead = stream.isRead();
        }
        return after(stream, following.end());
    }

    /** Has held leases without a known beginning recorded once the past is. */
    private void settle(RecordedStream stream, Following following) {
        if (following.hasLostPast()) {
            afresh = clock.now();
        }
        Instant unsettled = afresh;
        if (unsettled != null && !stream.isPast() && beginning.record(unsettled, following::recorded)) {
            afresh = null;
        }
    }

    private Next after(RecordedStream stream, @Nullable RecorderPlace place) {
        if (!stream.hasEnded()) {
            return new Next(() -> start.open(place), false);
        }
        if (stream.isPast()) {
            return new Next(() -> start.goOn(stream), false);
        }
        return fromNow(stream.endedAt(), "The collection of the locks was dropped or renamed.");
    }

    /** The start of a recording without a stored position, from the board: live leases, and leases that ended unseen. */
    @Component
    static class Beginning {

        private static final int TOGETHER = 1_000;

        private final Board board;
        private final Pulse pulse;
        private final LeaseRecords leases;
        private final HistoryWriter writer;

        Beginning(Board board, Pulse pulse, LeaseRecords leases, HistoryWriter writer) {
            this.board = board;
            this.pulse = pulse;
            this.leases = leases;
            this.writer = writer;
        }

        /**
         * Records it as soon as the board is as late as the moment, and returns whether it is done.
         *
         * @param told receives each lease that is recorded
         */
        boolean record(Instant moment, Consumer<LeaseKey> told) {
            Instant asOf = pulse.freshness().asOf();
            if (asOf == null || asOf.isBefore(moment)) {
                return false;
            }
            List<HistoryEvent> held = new ArrayList<>();
            for (Lock lock : board.live()) {
                lock.holders().forEach(holder -> {
                    held.add(new HistoryEvent.Granted(lock.name(), holder, null));
                    told.accept(new LeaseKey(lock.name(), holder.token()));
                });
            }
            for (int from = 0; from < held.size(); from += TOGETHER) {
                writer.write(held.subList(from, Math.min(held.size(), from + TOGETHER)));
            }
            closeForgotten(moment);
            return true;
        }

        /** Ends the recorded leases that are no longer held; a later event that shows how one ended corrects that. */
        private void closeForgotten(Instant moment) {
            try (var open = leases.openBefore(moment)) {
                open.filter(lease -> !isHeld(lease.key())).forEach(lease -> writer.endedUnseen(lease, moment));
            }
        }

        private boolean isHeld(LeaseKey key) {
            Optional<Lock> lock = board.find(key.lock());
            Set<Long> tokens = lock.stream()
                    .flatMap(it -> it.holders().stream())
                    .map(Holder::token)
                    .collect(Collectors.toSet());
            return tokens.contains(key.token());
        }
    }
}
