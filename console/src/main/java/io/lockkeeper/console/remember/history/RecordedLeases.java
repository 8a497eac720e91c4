package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/** The recorder's data about the console's first collection: each lease and wait, or how many they were. */
@Component
class RecordedLeases implements Recorded {

    private final LeaseRecords leases;
    private final WaitRecords waits;
    private final Digests digests;
    private final Gaps gaps;
    private final Recorder recorder;
    private final RunOuts runOuts;

    RecordedLeases(
            LeaseRecords leases, WaitRecords waits, Digests digests, Gaps gaps, Recorder recorder, RunOuts runOuts) {
        this.leases = leases;
        this.waits = waits;
        this.digests = digests;
        this.gaps = gaps;
        this.recorder = recorder;
        this.runOuts = runOuts;
    }

    @Override
    public List<LeaseRecord> newestOf(LockId lock, int most) {
        return leases.newestOf(lock.name(), Limit.of(most)).stream()
                .map(runOuts::known)
                .toList();
    }

    @Override
    public List<Gap> gapsSince(String source, Instant moment) {
        return gaps.endingAfter(moment);
    }

    @Override
    public RecorderStatus status() {
        return recorder.status();
    }

    @Override
    public Optional<LeaseRecord> lease(LockId lock, long token) {
        return leases.findById(new LeaseKey(lock.name(), token)).map(runOuts::known);
    }

    @Override
    public List<Digest> countedSince(LockId lock, Instant since, int most) {
        return digests.newestOf(lock.name(), since, most);
    }

    @Override
    public Optional<List<WaitRecord>> waitsOf(LockId lock, Instant since, int most) {
        return Optional.of(waits.endedSince(lock, since, Limit.of(most)));
    }
}
