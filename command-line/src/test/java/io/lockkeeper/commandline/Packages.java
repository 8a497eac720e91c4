package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What {@code ./lockkeeper package} made, in the folder that the system property {@code packages} names. */
final class Packages {

    /** A path on which there is nothing: no Java above all. */
    static final String NO_PATH = "/nonexistent";

    private Packages() {}

    static Path folder() {
        return Path.of(System.getProperty("packages"));
    }

    static void unpack(String pattern, Path into) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "-xf", only(pattern).toString(), "-C", into.toString())
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).isZero();
    }

    /** For the report alone: nothing is expected of a machine that does other things beside. */
    static void tell(String what, Duration after) {
        System.out.printf("packaged: %s after %d ms%n", what, after.toMillis());
    }

    static Path only(String pattern) throws IOException {
        try (Stream<Path> found = Files.list(folder())) {
            return found.filter(file -> folder().getFileSystem()
                            .getPathMatcher("glob:" + pattern)
                            .matches(file.getFileName()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** A folder into which Debian's packages can be installed. */
    static Path debian(Path root) throws IOException {
        Files.createDirectories(root.resolve("var/lib/dpkg/info"));
        Files.createDirectories(root.resolve("var/lib/dpkg/updates"));
        Files.createFile(root.resolve("var/lib/dpkg/status"));
        return root;
    }

    static void dpkg(Path root, String... arguments) throws Exception {
        List<String> command = Stream.concat(
                        Stream.of(
                                "dpkg",
                                "--root=" + root,
                                "--force-not-root",
                                "--force-script-chrootless",
                                "--log=/dev/null"),
                        Stream.of(arguments))
                .toList();
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).isZero();
    }
}
