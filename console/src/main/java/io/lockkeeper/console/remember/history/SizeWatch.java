package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Worker;
import org.springframework.stereotype.Component;

/** Checks the history's size once a minute, in the console that records. */
@Component
class SizeWatch implements RepeatedWork {

    private static final long EVERY_MILLIS = 60_000;

    private final Worker worker = new Worker("history-size", this::look, EVERY_MILLIS);
    private final Recorder recorder;
    private final SizeLimit limit;

    SizeWatch(Recorder recorder, SizeLimit limit) {
        this.recorder = recorder;
        this.limit = limit;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void look() {
        if (recorder.status() instanceof RecorderStatus.Recording) {
            limit.pass();
        }
    }
}
