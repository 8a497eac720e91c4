package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** The records of the locks of all other sources: holds that a console saw end, and those that last. */
@Component
class RecordedHolds implements Recorded {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final OwnRecords records;
    private final WaitRecords waits;
    private final PresentWaits present;
    private final LastingLeases lasting;
    private final SourceGaps sources;
    private final Gaps gaps;
    private final Recorder recorder;

    RecordedHolds(
            OwnRecords records,
            WaitRecords waits,
            PresentWaits present,
            LastingLeases lasting,
            SourceGaps sources,
            Gaps gaps,
            Recorder recorder) {
        this.records = records;
        this.waits = waits;
        this.present = present;
        this.lasting = lasting;
        this.sources = sources;
        this.gaps = gaps;
        this.recorder = recorder;
    }

    @Override
    public List<LeaseRecord> newestOf(LockId lock, int most) {
        return Stream.concat(
                        lasting.of(lock),
                        records.find(ended(lock).limit(most), HoldRecord.class).stream()
                                .map(HoldRecord::lease))
                .sorted(Comparator.comparing(LeaseRecord::began).reversed())
                .toList();
    }

    private static Query ended(LockId lock) {
        return Query.query(where("source").is(lock.source()).and("lock").is(lock.name()))
                .with(Sort.by(Sort.Direction.DESC, "until"))
                .maxTime(LIMIT);
    }

    /** The recorded waits, if the source has queues. */
    @Override
    public Optional<List<WaitRecord>> waitsOf(LockId lock, Instant since, int most) {
        return present.areTold(lock.source())
                ? Optional.of(waits.endedSince(lock, since, Limit.of(most)))
                : Optional.empty();
    }

    /** The gaps of the source, and the outages of the console's own cluster if the source is there. */
    @Override
    public List<Gap> gapsSince(String source, Instant moment) {
        Stream<Gap> outages = LockSource.clusterOf(source) == null
                ? gaps.endingAfter(moment).stream().filter(Gap::isOutage)
                : Stream.empty();
        return Stream.concat(sources.since(source, moment).stream(), outages)
                .sorted(Comparator.comparing(Gap::from))
                .toList();
    }

    /** They are recorded unless the history is switched off; the recorder's other troubles are not theirs. */
    @Override
    public RecorderStatus status() {
        RecorderStatus status = recorder.status();
        return status instanceof RecorderStatus.Off ? status : new RecorderStatus.StandingBy();
    }
}
