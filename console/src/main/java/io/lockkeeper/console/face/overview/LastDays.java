package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.ask.overview.HourCount;
import io.lockkeeper.console.ask.overview.KeptSlices;
import io.lockkeeper.console.ask.overview.LastHour;
import io.lockkeeper.console.ask.overview.ScopedHours;
import io.lockkeeper.console.ask.overview.Slice;
import io.lockkeeper.console.ask.overview.Slices;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;

/** The last day and the last week: of quarters of an hour that consoles have kept, with those of the last hour as they are now. */
@Component
class LastDays {

    private static final long SECONDS = HourCount.QUARTER * 60;

    private final LastHour hour;
    private final KeptSlices kept;

    LastDays(LastHour hour, KeptSlices kept) {
        this.hour = hour;
        this.kept = kept;
    }

    /**
     * The slices of the locks within the scope. Waits for MongoDB.
     *
     * @throws org.springframework.dao.DataAccessException if it refuses, or does not answer
     */
    Slices of(LockScope scope, OverviewRange range) {
        Slices minutes = hour.minutes(scope);
        long perSlice = range.slice().toSeconds() / SECONDS;
        long newest = (minutes.end().getEpochSecond() - 1) / SECONDS;
        long last = newest / perSlice;
        long first = last - range.slices() + 1;
        Map<Long, Slice> quarters = quarters(minutes);
        kept.quarters(first * perSlice, newest, ScopedHours.keyOf(scope))
                .forEach(each -> quarters.merge(each.number(), each.slice(), Slice::with));
        List<Slice> slices = LongStream.rangeClosed(first, last)
                .mapToObj(number -> slice(quarters, number * perSlice, Math.min((number + 1) * perSlice - 1, newest)))
                .toList();
        return new Slices(Instant.ofEpochSecond((last + 1) * perSlice * SECONDS), range.slice(), slices);
    }

    private static Slice slice(Map<Long, Slice> quarters, long first, long last) {
        return Slice.of(LongStream.rangeClosed(first, last)
                .mapToObj(quarter -> quarters.getOrDefault(quarter, Slice.UNSEEN))
                .toList());
    }

    /** The last one is as long as it lasts by now; the first may be cut by the hour. */
    private static Map<Long, Slice> quarters(Slices minutes) {
        Map<Long, Slice> quarters = new HashMap<>();
        long newest = minutes.end().getEpochSecond() / 60 - 1;
        long first = minutes.begin(0).getEpochSecond() / SECONDS;
        for (long quarter = first; quarter <= newest / HourCount.QUARTER; quarter++) {
            long begin = quarter * HourCount.QUARTER;
            quarters.put(quarter, minutes.ofMinutes(begin, Math.min(begin + HourCount.QUARTER - 1, newest)));
        }
        return quarters;
    }
}
