package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Pulse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Findings that concern all locks: clocks, the purging of old locks, the stream, the recorder. Used by one thread. */
@Component
class SystemFindings {

    /** Sentences in the evidence of one finding. */
    private static final int MOST_NAMED = 20;

    private static final Duration LAGGING = Duration.ofSeconds(60);

    private final Pulse pulse;
    private final BoardPublisher board;
    private final Recorder recorder;
    private final Purging purging;
    private final ServerClock clock;
    private final Undigested undigested;

    SystemFindings(
            Pulse pulse,
            BoardPublisher board,
            Recorder recorder,
            Purging purging,
            ServerClock clock,
            Undigested undigested) {
        this.undigested = undigested;
        this.pulse = pulse;
        this.board = board;
        this.recorder = recorder;
        this.purging = purging;
        this.clock = clock;
    }

    List<Detected> look() {
        List<Detected> found = new ArrayList<>();
        Freshness freshness = pulse.freshness();
        if (freshness.state() == Freshness.State.BEHIND) {
            found.add(Detected.ofAll(
                    Kind.STREAM_BEHIND,
                    "The console is %s behind MongoDB.".formatted(Formats.duration(freshness.behind()))));
        }
        String clocks = board.clockNotice();
        if (!clocks.isEmpty()) {
            found.add(Detected.ofAll(Kind.CLOCKS_DIFFER, clocks));
        }
        recording(found);
        notAllRead(found);
        found.addAll(purging.look());
        return found;
    }

    private void notAllRead(List<Detected> found) {
        List<String> all = undigested.sentences();
        if (!all.isEmpty()) {
            String named = all.stream().limit(MOST_NAMED).collect(Collectors.joining(" "));
            String more = all.size() > MOST_NAMED
                    ? String.format(Locale.ROOT, " And %,d more.", all.size() - MOST_NAMED)
                    : "";
            found.add(Detected.ofAll(Kind.NOT_ALL_READ, Formats.visible(named + more)));
        }
    }

    private void recording(List<Detected> found) {
        if (recorder.status() instanceof RecorderStatus.Failing failing) {
            found.add(Detected.ofAll(Kind.NOT_RECORDED, failing.why()));
        } else if (recorder.status() instanceof RecorderStatus.Recording recording
                && recording.recordedTo().plus(LAGGING).isBefore(clock.now())) {
            found.add(Detected.ofAll(
                    Kind.NOT_RECORDED,
                    "The history is %s behind."
                            .formatted(Formats.duration(Duration.between(recording.recordedTo(), clock.now())))));
        }
    }
}
