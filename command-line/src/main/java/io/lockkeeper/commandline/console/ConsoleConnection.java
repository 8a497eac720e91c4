package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.TrustedCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the console and its connection. The token is no argument, because arguments show in the list of processes. */
public final class ConsoleConnection {

    static final String ADDRESS = "LOCKKEEPER_CONSOLE";
    static final String TOKEN = "LOCKKEEPER_API_TOKEN";
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Map<String, String> environment = System.getenv();

    @Option(
            names = "--console",
            paramLabel = "URL",
            description = "The console's address, for example https://locks.example.org. Default: the variable "
                    + ADDRESS + ".")
    private @Nullable String address;

    @Option(
            names = "--api-token-file",
            paramLabel = "FILE",
            description =
                    "A file with your API token that only you may read (mode 600). Create the token in the console, in the menu under your name. Default: the variable "
                            + TOKEN + ".")
    private @Nullable Path tokenFile;

    @Option(
            names = "--console-ca-file",
            paramLabel = "FILE",
            description = "CA certificates to trust for the console, in PEM, instead of Java's.")
    private @Nullable Path trusted;

    /** @throws FailedException if no console or token is given, or one that cannot be used */
    ConsoleClient open() {
        URI console = uri();
        HttpClient.Builder client =
                HttpClient.newBuilder().connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NEVER);
        if (trusted != null) {
            client.sslContext(TrustedCertificates.in(trusted, "--console-ca-file"));
        }
        return new ConsoleClient(client.build(), console, token());
    }

    /** The console's address: https, or this machine, so that the token cannot be read on the way. */
    private URI uri() {
        String given = address == null ? environment.get(ADDRESS) : address;
        if (given == null || given.isBlank()) {
            throw usage("No console is given: set %s, or use --console.".formatted(ADDRESS));
        }
        try {
            URI uri = URI.create(given.strip().replaceFirst("/+$", ""));
            boolean safe = "https".equals(uri.getScheme())
                    || ("http".equals(uri.getScheme()) && THIS_MACHINE.contains(String.valueOf(uri.getHost())));
            if (uri.getHost() != null && uri.getUserInfo() == null && safe) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // the exception below explains it
        }
        throw usage(
                "The console's address is not usable. It should look like https://locks.example.org; http is only for a console on this machine, because the token would be readable on the way.");
    }

    private String token() {
        String token = tokenFile == null ? environment.get(TOKEN) : read(tokenFile);
        if (token == null || token.isBlank()) {
            throw usage(
                    "No API token is given: set %s, or use --api-token-file. Create one in the console, in the menu under your name."
                            .formatted(TOKEN));
        }
        String plain = token.strip();
        if (!plain.matches("[A-Za-z0-9_-]{1,200}")) {
            throw usage("This is not an API token: it should look like lockkeeper_….");
        }
        return plain;
    }

    private static String read(Path file) {
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")
                    && !OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
                throw usage("Other users of this machine may read the file with the API token. Run: chmod 600 %s"
                        .formatted(Plain.text(file.toString())));
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw usage("The file with the API token cannot be read: " + Plain.text(e.toString()));
        }
    }

    private static FailedException usage(String sentence) {
        return new FailedException(ExitCode.USAGE, sentence);
    }
}
