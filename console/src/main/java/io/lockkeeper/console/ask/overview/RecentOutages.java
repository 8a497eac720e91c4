package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.board.Pulse;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** The outages of the last hour: those that consoles have kept, and this console's last one at once. Thread-safe. */
@Component
class RecentOutages {

    private final History history;
    private final Pulse pulse;
    private volatile List<Outage> kept = List.of();

    RecentOutages(History history, Pulse pulse) {
        this.history = history;
        this.pulse = pulse;
    }

    /**
     * Reads those that were kept.
     *
     * @throws DataAccessException if MongoDB refuses, or does not answer
     */
    void read(Instant now) {
        kept = history.gapsSince(now.minus(HourCount.MINUTES, ChronoUnit.MINUTES)).stream()
                .filter(Gap::isOutage)
                .map(gap -> new Outage(gap.from(), gap.until()))
                .toList();
    }

    /** Marks the minutes that an outage touched; {@code newest} is the number of the last one since 1970. */
    List<Slice> mark(List<Slice> hour, long newest) {
        List<Outage> outages =
                Stream.concat(kept.stream(), Stream.of(pulse.lastOutage())).toList();
        long first = newest - hour.size() + 1;
        return IntStream.range(0, hour.size())
                .mapToObj(i -> outages.stream().anyMatch(outage -> touches(outage, first + i))
                        ? hour.get(i).cutByAnOutage()
                        : hour.get(i))
                .toList();
    }

    private static boolean touches(Outage outage, long minute) {
        return outage.from().getEpochSecond() / 60 <= minute && outage.until().getEpochSecond() / 60 >= minute;
    }
}
