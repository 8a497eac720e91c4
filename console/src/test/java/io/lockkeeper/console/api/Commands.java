package io.lockkeeper.console.api;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.lockkeeper.commandline.LockkeeperMain;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.test.Jvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The installed command, run as a process beside a console, as people run it. */
record Commands(Console console, Path folder) {

    /** How a process ended. */
    record Ran(int code, String out, String err) {}

    /** {@code lockkeeper} with these arguments, and an API token in its environment. */
    Ran run(String token, String... arguments) {
        return run(token, line(arguments));
    }

    static List<String> line(String... arguments) {
        List<String> line = Jvm.command(List.of(), LockkeeperMain.class.getName());
        line.addAll(List.of(arguments));
        return line;
    }

    Ran run(String token, List<String> line) {
        try {
            Path out = Files.createTempFile(folder, "out", "");
            Path err = Files.createTempFile(folder, "err", "");
            Process started = process(token, line)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!started.waitFor(60, SECONDS)) {
                started.destroyForcibly();
                throw new AssertionError("It has not ended: " + line.getLast());
            }
            return new Ran(started.exitValue(), Files.readString(out), Files.readString(err));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    ProcessBuilder process(String token, List<String> line) {
        ProcessBuilder process = new ProcessBuilder(line);
        process.environment().put("LOCKKEEPER_CONSOLE", console.address(""));
        process.environment().put("LOCKKEEPER_API_TOKEN", token);
        return process;
    }
}
