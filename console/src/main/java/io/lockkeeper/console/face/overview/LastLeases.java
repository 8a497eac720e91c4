package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.ask.past.TimeMarks;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** What happened in the last 24 hours, in a sentence: also before the console ran, of which it read in the oplog. */
@Component
class LastLeases {

    /** More are neither counted nor searched for the longest wait. */
    private static final int MOST = 100_000;

    private static final int MOST_RUN_OUT = 1_000;

    private final Past past;
    private final TimeMarks marks;
    private final History history;

    LastLeases(Past past, TimeMarks marks, History history) {
        this.past = past;
        this.marks = marks;
        this.history = history;
    }

    /**
     * A part of the sentence.
     *
     * @param address the page that shows it; of several events the latest
     */
    record Part(String words, String address) {}

    /** Empty if there was no lease. Waits for MongoDB. */
    List<Part> of(LockScope scope, Instant now) {
        PastQuestion day = new PastQuestion(scope, now, Duration.ofDays(1), "", "", "", "");
        long leases = past.count(day, MOST + 1);
        List<Part> parts = new ArrayList<>();
        if (leases > 0) {
            parts.add(new Part(counted(leases, MOST, "lease", "leases"), "history?window=day"));
            past.longestWait(day).flatMap(LastLeases::longest).ifPresent(parts::add);
            add(parts, evictions(day), TimeMarks.EVICTIONS - 1, "eviction", "evictions");
            add(parts, ranOut(day), MOST_RUN_OUT, "lease that ran out", "leases that ran out");
        }
        return parts;
    }

    /** The marks of a time, with outages and times of which a source has no records. Waits for MongoDB. */
    List<TimeMark> marks(LockScope scope, Instant from, Instant until) {
        Stream<TimeMark> gaps = history.gaps(scope, from).stream().map(TimeMark::of);
        return Stream.concat(marks.of(scope, from, until).stream(), gaps).toList();
    }

    private static Optional<Part> longest(LeaseRecord lease) {
        return lease.waited()
                .map(waited -> new Part(
                        "longest wait " + Formats.lasted(waited),
                        IncidentAddress.around(lease.began().minus(waited), lease.began())));
    }

    private List<Instant> evictions(PastQuestion day) {
        return marks.of(day.scope(), day.from(), day.moment()).stream()
                .filter(mark -> mark.kind() == TimeMark.Kind.EVICTION)
                .map(TimeMark::at)
                .toList();
    }

    private List<Instant> ranOut(PastQuestion day) {
        return past.ranOut(day, MOST_RUN_OUT + 1).stream()
                .flatMap(lease -> Stream.ofNullable(lease.endedAt()))
                .toList();
    }

    private static void add(List<Part> parts, List<Instant> all, int most, String one, String several) {
        all.stream()
                .max(Instant::compareTo)
                .ifPresent(latest -> parts.add(
                        new Part(counted(all.size(), most, one, several), IncidentAddress.around(latest, latest))));
    }

    private static String counted(long count, int most, String one, String several) {
        if (count > most) {
            return String.format(Locale.ROOT, "more than %,d %s", most, several);
        }
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : several);
    }
}
