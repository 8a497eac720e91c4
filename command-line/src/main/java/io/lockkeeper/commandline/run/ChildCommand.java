package io.lockkeeper.commandline.run;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The command as a child process, which inherits this process's input and output. */
final class ChildCommand {

    private static final String NO_SUCH_FILE = "No such file or directory";

    private final List<String> line;
    /** The process and its descendants when it was asked to end: some outlive their parent. */
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    private volatile @Nullable Process process;

    ChildCommand(List<String> line) {
        this.line = List.copyOf(line);
    }

    /** @throws FailedException if there is no such command, or it cannot be started */
    void start(Lease lease) {
        ProcessBuilder builder = new ProcessBuilder(line).inheritIO();
        OwnLocale.giveBack(builder.environment());
        builder.environment().put("LOCKKEEPER_LOCK", lease.name());
        builder.environment().put("LOCKKEEPER_TOKEN", Long.toString(lease.token()));
        try {
            process = builder.start();
        } catch (IOException e) {
            boolean missing = String.valueOf(e.getMessage()).contains(NO_SUCH_FILE);
            throw new FailedException(
                    missing ? ExitCode.NOT_FOUND : ExitCode.NOT_EXECUTABLE,
                    "The command cannot be started: " + Plain.text(e.getMessage()));
        }
    }

    long pid() {
        return started().pid();
    }

    /** Waits for its end, also if interrupted. */
    int await() {
        return started().onExit().join().exitValue();
    }

    boolean isRunning() {
        return started().isAlive();
    }

    /** Sends the signal of that name to the process, and not to its descendants. */
    void signal(String name) {
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "kill", name, Long.toString(pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noShell) {
            started().destroy();
        }
    }

    /** Asks the process and its descendants to end. */
    synchronized void terminate() {
        seen.addAll(living());
        seen.forEach(ProcessHandle::destroy);
    }

    /** Whether the process and its descendants ended within the time. */
    boolean endsWithin(Duration limit) throws InterruptedException {
        CompletableFuture<?>[] ends = seen().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        }
    }

    /** Kills the process and its descendants. */
    synchronized void kill() {
        seen.addAll(living());
        seen.forEach(ProcessHandle::destroyForcibly);
    }

    private synchronized Stream<ProcessHandle> seen() {
        return List.copyOf(seen).stream();
    }

    private List<ProcessHandle> living() {
        ProcessHandle command = started().toHandle();
        return Stream.concat(
                        Stream.of(command),
                        Stream.concat(command.descendants(), seen.stream().flatMap(ProcessHandle::descendants)))
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    private Process started() {
        return Objects.requireNonNull(process, "The command was not started");
    }
}
