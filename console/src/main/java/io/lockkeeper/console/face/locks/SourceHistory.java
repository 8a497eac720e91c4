package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.remember.holds.HoldRecord;
import io.lockkeeper.console.remember.holds.LatestHolds;
import io.lockkeeper.console.remember.holds.LockJobs;
import io.lockkeeper.console.remember.holds.PastHolds;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The history of a lock of a source, told as that of the first collection is: by the holds on record, and by those that last. Who
 * waited is not recorded there. Waits for MongoDB.
 */
@Component
class SourceHistory {

    private final PastHolds holds;
    private final LockJobs jobs;
    private final History history;
    private final Recorder recorder;

    SourceHistory(PastHolds holds, LockJobs jobs, History history, Recorder recorder) {
        this.holds = holds;
        this.jobs = jobs;
        this.history = history;
        this.recorder = recorder;
    }

    LockStory of(ScopedBoard board, LockId lock, List<AuditEntry> evictions, Instant now) {
        LatestHolds latest = holds.latest(lock.source(), lock.name(), OpenStory.LEASES);
        List<LeaseRecord> leases = Stream.concat(
                        present(board, lock, now), latest.holds().stream().map(SourceHistory::ended))
                .sorted(Comparator.comparing(LeaseRecord::grantedAt).reversed())
                .toList();
        boolean off = recorder.status() instanceof RecorderStatus.Off;
        return new LockStory(
                lock,
                leases,
                List.of(),
                List.of(),
                evictions,
                List.of(),
                gaps(board, leases, latest),
                History.usualBy(leases, List.of()),
                board.watched().flatMap(source -> jobs.of(source, lock.name(), latest.holds())),
                off ? OpenStory.problem(recorder.status()) : "",
                now);
    }

    /** Those of the source, and the outages of the console's own cluster if the source is there. */
    private List<Gap> gaps(ScopedBoard board, List<LeaseRecord> leases, LatestHolds latest) {
        Stream<Gap> ofSource =
                latest.gaps().stream().map(gap -> new Gap(gap.from(), gap.until(), gap.why(), gap.until(), null));
        boolean own = board.watched().map(it -> it.source().cluster() == null).orElse(false);
        Stream<Gap> outages = own && !leases.isEmpty()
                ? history.gapsSince(leases.getLast().grantedAt()).stream().filter(Gap::isOutage)
                : Stream.empty();
        return Stream.concat(ofSource, outages)
                .sorted(Comparator.comparing(Gap::from))
                .toList();
    }

    /** Those that last, of which only that is known which began at a known moment. */
    private static Stream<LeaseRecord> present(ScopedBoard board, LockId lock, Instant now) {
        Stream<LeaseRecord> ours = board.find(lock.name()).stream()
                .flatMap(it -> it.holders().stream())
                .map(lease -> lasting(lock, lease));
        Stream<LeaseRecord> others = board.documents(lock.name()).stream()
                .filter(it -> it.isTaken(now))
                .flatMap(it -> lasting(it).stream());
        return Stream.concat(ours, others);
    }

    private static LeaseRecord lasting(LockId lock, Holder lease) {
        return record(
                new LeaseKey(lock.name(), lease.token()),
                lease.acquirer(),
                LeaseAcquisitions.words(lease),
                lease.acquiredAt(),
                null,
                null,
                null);
    }

    private static Optional<LeaseRecord> lasting(DialectLock lock) {
        return lock.acquired()
                .map(since -> record(
                        new LeaseKey(lock.name(), lock.fence().orElse(0)),
                        lock.acquisition().tag(),
                        String.join(", ", lock.holders()),
                        since,
                        null,
                        null,
                        null));
    }

    /** Of one that began at an unknown moment, nothing but its end is drawn. */
    private static LeaseRecord ended(HoldRecord hold) {
        Optional<Duration> held = hold.held();
        return record(
                new LeaseKey(hold.lock(), 0),
                hold.id(),
                hold.holder(),
                held.map(it -> hold.until().minus(it)).orElse(hold.until()),
                hold.until(),
                Ending.valueOf(hold.endingName()),
                held.map(Duration::toMillis).orElse(null));
    }

    private static LeaseRecord record(
            LeaseKey key,
            String id,
            String holder,
            Instant since,
            @Nullable Instant until,
            @Nullable Ending ending,
            @Nullable Long millis) {
        Party who = holder.isEmpty() ? null : new Party("", holder, "", "", 0, "", "");
        return new LeaseRecord(
                key, id, who, 1, since, null, null, until, ending, millis, null, null, null, null, null, null, null,
                null);
    }
}
