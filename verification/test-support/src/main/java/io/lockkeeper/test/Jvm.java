package io.lockkeeper.test;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The command of another JVM with the class path of this one. What most of them load comes from an archive that the first one of a module makes:
 * an agent's process then starts for half of the processor time.
 */
public final class Jvm {

    /** Its lines are read, so the JVM itself says nothing. */
    private static final List<String> SMALL =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx128m", "-Xlog:disable");

    private static final Path FOLDER = Path.of("target", "shared-classes").toAbsolutePath();

    private Jvm() {}

    /**
     * The program, its options, and the main class.
     *
     * @param options replace those that a small one has
     */
    public static List<String> command(List<String> options, String main) {
        List<String> command = small(options);
        command.addAll(Archive.MADE.options());
        command.addAll(List.of("-cp", Archive.MADE.classPath(), main));
        return command;
    }

    /** One with folders that come first on its class path. Shares nothing, since an archive is of one class path. */
    static List<String> command(List<Path> before, List<String> options, String main) {
        if (before.isEmpty()) {
            return command(options, main);
        }
        List<String> paths = new ArrayList<>(before.stream().map(Path::toString).toList());
        paths.add(System.getProperty("java.class.path"));
        List<String> command = small(options);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, paths), main));
        return command;
    }

    private static List<String> small(List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.addAll(options);
        return command;
    }

    /**
     * @param file of the classes; one that does not suit a JVM is not used by it, and one that could not be made is missing
     * @param classPath as this JVM has it, but folders are jars: an archive is of jars only
     */
    private record Archive(Path file, String classPath) {

        private static final int SECONDS_TO_WRITE = 120;

        static final Archive MADE = make();

        List<String> options() {
            return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
        }

        private static Archive make() {
            try {
                ClassFolders folders = ClassFolders.of(System.getProperty("java.class.path"));
                Path folder = Files.createDirectories(FOLDER.resolve(folders.name()));
                try (FileChannel channel = FileChannel.open(
                                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock alone = channel.lock()) {
                    Path sum = folder.resolve("sum");
                    Archive archive = new Archive(folder.resolve("classes.jsa"), folders.packed(folder));
                    if (alone.isValid()
                            && !(Files.exists(sum) && Files.readString(sum).equals(folders.sum()))) {
                        folders.pack(folder);
                        archive.write();
                        Files.writeString(sum, folders.sum());
                    }
                    return archive;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        private void write() throws IOException, InterruptedException {
            Files.deleteIfExists(file);
            List<String> command = small(List.of("-XX:ArchiveClassesAtExit=" + file));
            command.addAll(List.of("-cp", classPath, LoadedClasses.class.getName()));
            Process writing = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!writing.waitFor(SECONDS_TO_WRITE, SECONDS)) {
                writing.destroyForcibly().waitFor();
                Files.deleteIfExists(file);
            }
        }
    }
}
