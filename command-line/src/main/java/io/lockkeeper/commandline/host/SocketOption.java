package io.lockkeeper.commandline.host;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the host agent's socket. */
final class SocketOption {

    private static final String VARIABLE = "LOCKKEEPER_HOST_SOCKET";
    private static final String USUAL = "/run/lockkeeper/lockkeeper.sock";
    /** The longest path that Linux allows. */
    private static final int MOST_BYTES = 107;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description =
                    "The host agent's socket. Default: the variable LOCKKEEPER_HOST_SOCKET, else /run/lockkeeper/lockkeeper.sock.")
    private @Nullable String socket;

    /** @throws FailedException if the path cannot be a socket's */
    Path path() {
        String named = socket == null ? fromEnvironment() : socket;
        if (named.isBlank()) {
            throw new FailedException(
                    ExitCode.USAGE, "--socket is empty. Name the host agent's socket, or leave it out.");
        }
        Path path = Path.of(named).toAbsolutePath().normalize();
        int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
            throw new FailedException(
                    ExitCode.USAGE,
                    String.format(
                            Locale.ROOT,
                            "The path of the host agent's socket has %,d bytes; at most %d are possible.",
                            bytes,
                            MOST_BYTES));
        }
        return path;
    }

    /** The path from the environment; an empty variable counts as unset, as everywhere. */
    private static String fromEnvironment() {
        String named = System.getenv(VARIABLE);
        return named == null || named.isBlank() ? USUAL : named;
    }
}
