package io.lockkeeper.console.ask.past;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.DigestSum;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseDensities;
import io.lockkeeper.console.remember.history.LeaseDensity;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.console.remember.history.WaitThen;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Collects what the History page shows. Waits for MongoDB. */
@Component
public class PastReading {

    /** The most that are counted; the page then says that there are more. */
    public static final int COUNTED = 10_000;

    /** The most waiters at a moment that are read; the page mentions further ones. */
    public static final int WAITERS = 5_000;

    private static final int LOCKS = 100;
    /** A day on which the clocks are put back. */
    private static final Duration LONGEST_DAY = Duration.ofHours(25);

    private final Past past;
    private final History history;
    private final LeaseDensities densities;

    PastReading(Past past, History history, LeaseDensities densities) {
        this.past = past;
        this.history = history;
        this.densities = densities;
    }

    /** Reads how many leases there were over the time asked about. */
    public LeaseDensity density(PastQuestion asked) {
        return densities.of(asked);
    }

    /** Reads the answer: at most so many leases of the console's first collection, and as many of all other sources. */
    public PastAnswer read(PastQuestion asked, int most) {
        LockScope scope = asked.scope();
        List<WaitThen> waiting = asked.isOfAMoment() ? past.waiting(asked, WAITERS + 1) : List.of();
        List<WaitRecord> takenOut = past.takenOut(asked, most + 1);
        return new PastAnswer(
                asked,
                leases(asked.within(scope.ofNames()), most),
                leases(asked.within(scope.ofSources()), most),
                counted(asked),
                waiting.stream().limit(WAITERS).collect(Collectors.groupingBy(WaitThen::lockId)),
                past.tellsWaits(asked),
                waiting.size() > WAITERS,
                takenOut.size() > most ? takenOut.subList(0, most) : takenOut,
                takenOut.size() > most,
                gaps(asked),
                scope.seesNames() ? history.reachesBackTo().orElse(null) : null);
    }

    private PastAnswer.Leases leases(PastQuestion asked, int most) {
        List<LeaseRecord> found = past.leases(asked, most + 1);
        boolean more = found.size() > most;
        return new PastAnswer.Leases(
                more ? found.subList(0, most) : found,
                more,
                more || asked.next() != null ? past.count(asked.beginningAt(null), COUNTED) : found.size(),
                more ? past.count(asked, COUNTED) : found.size());
    }

    /** The counted leases. Waits that an operator ended are recorded whole, never only counted. */
    private List<DigestSum> counted(PastQuestion asked) {
        return asked.operator().isEmpty() ? past.counted(asked, LOCKS) : List.of();
    }

    private List<Gap> gaps(PastQuestion asked) {
        Instant day = asked.moment().minus(LONGEST_DAY);
        return history.gaps(asked, asked.from().isBefore(day) ? asked.from() : day);
    }
}
