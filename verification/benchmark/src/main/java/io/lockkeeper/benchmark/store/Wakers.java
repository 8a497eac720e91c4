package io.lockkeeper.benchmark.store;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Processes of the lowest priority that keep the processors from falling asleep. A lock that waits for the server lets them sleep
 * several times, and what it takes to wake them is a machine's own: next to nothing on most, half a millisecond on some virtual
 * ones. They end with this JVM.
 */
public final class Wakers implements AutoCloseable {

    private final List<Process> processes;

    private Wakers(List<Process> processes) {
        this.processes = processes;
    }

    public static Wakers none() {
        return new Wakers(List.of());
    }

    /** One for each processor. */
    public static Wakers start() throws IOException {
        String spin = String.format(
                Locale.ROOT,
                "while kill -0 %d 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done",
                ProcessHandle.current().pid());
        ProcessBuilder waker = new ProcessBuilder("nice", "-n", "19", "sh", "-c", spin);
        Stream.Builder<Process> processes = Stream.builder();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            processes.add(waker.start());
        }
        return new Wakers(processes.build().toList());
    }

    @Override
    public String toString() {
        return processes.isEmpty()
                ? ""
                : "The processors are kept awake by processes of the lowest priority, one for each.";
    }

    @Override
    public void close() {
        processes.forEach(Process::destroy);
    }
}
