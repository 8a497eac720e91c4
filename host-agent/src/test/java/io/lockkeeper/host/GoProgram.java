package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Programs in Go, compiled once, with the Go that is here. */
final class GoProgram {

    private static final Pattern TOO_OLD = Pattern.compile("(?i)requires go");
    private static final Map<Path, Path> BUILT = new ConcurrentHashMap<>();

    private GoProgram() {}

    /** The program of the module in that folder. */
    static Path in(Path folder) {
        return BUILT.computeIfAbsent(folder, GoProgram::build);
    }

    private static Path build(Path folder) {
        Path program = Path.of("target/go-" + folder.getFileName()).toAbsolutePath();
        ProcessBuilder build =
                new ProcessBuilder("go", "build", "-o", program.toString(), ".").directory(folder.toFile());
        build.environment().put("GOTOOLCHAIN", "local");
        build.redirectErrorStream(true);
        try {
            Process process = build.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            assumeFalse(TOO_OLD.matcher(said).find(), said);
            assertThat(code).as(said).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return program;
    }
}
