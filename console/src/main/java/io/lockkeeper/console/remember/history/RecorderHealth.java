package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.ServerClock;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** Whether the history is recorded. A console that cannot record still shows and evicts, so it is not down. */
@Component
class RecorderHealth implements HealthIndicator {

    /** Shown as a state of its own, which leaves the console's health as a whole up. */
    private static final Status FAILING = new Status("RECORDING_FAILS");

    private final Recorder recorder;
    private final ServerClock clock;

    RecorderHealth(Recorder recorder, ServerClock clock) {
        this.recorder = recorder;
        this.clock = clock;
    }

    @Override
    public Health health() {
        return switch (recorder.status()) {
            case RecorderStatus.StandingBy standing ->
                Health.up().withDetail("recorder", "standing by").build();
            case RecorderStatus.Off off ->
                Health.up().withDetail("recorder", "off").build();
            case RecorderStatus.Failing failing ->
                Health.status(FAILING).withDetail("recorder", failing.why()).build();
            case RecorderStatus.ReadingPast reading ->
                Health.up()
                        .withDetail("recorder", "reading the past")
                        .withDetail("pastReadTo", reading.readTo().toString())
                        .build();
            case RecorderStatus.Recording recording ->
                Health.up()
                        .withDetail("recorder", "recording")
                        .withDetail(
                                "lagMillis",
                                Math.max(
                                        0,
                                        Duration.between(recording.recordedTo(), clock.now())
                                                .toMillis()))
                        .build();
        };
    }
}
