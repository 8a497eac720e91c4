package io.lockkeeper.benchmark.store;

import java.time.Duration;
import java.util.Collection;

/** The processor time, user and system, of processes; the system counts it in steps of 10 ms. */
public final class ProcessorTime {

    private ProcessorTime() {}

    public static Duration of(Collection<ProcessHandle> processes) {
        return processes.stream()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
