package io.lockkeeper.console.judge.metrics;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.console.watch.heartbeat.OpenPages;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Metrics of the console itself: whether it keeps up with the locks, whether it records, and its load. */
@Component
class ConsoleMetrics implements MeterBinder {

    private final Pulse pulse;
    private final Board board;
    private final Recorder recorder;
    private final OpenPages pages;
    private final ServerClock clock;

    ConsoleMetrics(Pulse pulse, Board board, Recorder recorder, OpenPages pages, ServerClock clock) {
        this.pulse = pulse;
        this.board = board;
        this.recorder = recorder;
        this.pages = pages;
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("lockkeeper.console.live", () -> number(pulse.freshness().isLive()))
                .description("1 while the console shows the present state of the locks")
                .register(registry);
        Gauge.builder(
                        "lockkeeper.console.stream.lag",
                        () -> seconds(pulse.freshness().behind()))
                .description("How far the console is behind the locks")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder("lockkeeper.console.locks", board::size)
                .description("Locks on the board that are not free")
                .register(registry);
        Gauge.builder("lockkeeper.console.pages", pages::count)
                .description("Pages that browsers have open")
                .register(registry);
        bindRecorder(registry);
    }

    private void bindRecorder(MeterRegistry registry) {
        Gauge.builder("lockkeeper.console.recording", () -> number(isRecording(recorder.status())))
                .description("1 while this console records the history; of several, one does")
                .register(registry);
        Gauge.builder(
                        "lockkeeper.console.recorder.failing",
                        () -> number(recorder.status() instanceof RecorderStatus.Failing))
                .description("1 while this console should record the history and cannot")
                .register(registry);
        Gauge.builder("lockkeeper.console.recorder.lag", this::recorderLag)
                .description("How far the history is behind; no number where this console does not record")
                .baseUnit("seconds")
                .register(registry);
    }

    private static boolean isRecording(RecorderStatus status) {
        return status instanceof RecorderStatus.Recording || status instanceof RecorderStatus.ReadingPast;
    }

    private double recorderLag() {
        return recorder.status() instanceof RecorderStatus.Recording recording
                ? Math.max(0, seconds(Duration.between(recording.recordedTo(), clock.now())))
                : Double.NaN;
    }

    private static int number(boolean yes) {
        return yes ? 1 : 0;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
