package io.lockkeeper.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The launcher in surroundings that have neither a home nor a Java. */
final class Launcher {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Launcher() {}

    static String said(String... arguments) {
        return ran(Stream.concat(Stream.of(ROOT.resolve("lockkeeper").toString()), Stream.of(arguments))
                .toList());
    }

    static String ran(List<String> line) {
        ProcessBuilder launcher =
                new ProcessBuilder(line).directory(ROOT.toFile()).redirectErrorStream(true);
        launcher.environment().keySet().retainAll(List.of("PATH"));
        try {
            Process started = launcher.start();
            String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int unused = started.waitFor();
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
