package io.lockkeeper.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What proves the end of a session's process: its pid and when it started, read from {@code /proc} while it said hello. It has ended when
 * there is no such process, when another one has its pid, or when it is a zombie of one thread: a leader that ended is a zombie too, while
 * the process's other threads run on. {@link ProcessHandle#isAlive} knows none of this.
 */
final class ProcessProof {

    /** The pid's namespace has the same number on every machine that has not made another; hence the boot's id as well. */
    record Kernel(String boot, String pidNamespace) {

        static Kernel ofThisProcess(Path proc) {
            return new Kernel(
                    read(proc.resolve("sys/kernel/random/boot_id")).orElse("").strip(),
                    link(proc.resolve("self/ns/pid")).orElse(""));
        }

        private static Optional<String> link(Path path) {
            try {
                return Optional.of(Files.readSymbolicLink(path).toString());
            } catch (IOException | UnsupportedOperationException e) {
                return Optional.empty();
            }
        }
    }

    /** One line of {@code /proc/PID/stat}. */
    private record Stat(String command, char state, long threads, String startedAt) {

        static Optional<Stat> of(String text) {
            int open = text.indexOf('(');
            int close = text.lastIndexOf(')'); // the name may have any characters
            if (open < 0 || close < open) {
                return Optional.empty();
            }
            String[] fields = text.substring(close + 2).split(" ", -1);
            return fields.length < 20
                    ? Optional.empty()
                    : Optional.of(new Stat(
                            text.substring(open + 1, close),
                            fields[0].charAt(0),
                            Long.parseLong(fields[17]),
                            fields[19]));
        }

        boolean isOver() {
            return state == 'X' || state == 'x' || (state == 'Z' && threads <= 1);
        }
    }

    private final @Nullable Path stat;
    private final String startedAt;
    private final String command;

    private ProcessProof(@Nullable Path stat, String startedAt, String command) {
        this.stat = stat;
        this.startedAt = startedAt;
        this.command = command;
    }

    static ProcessProof none() {
        return new ProcessProof(null, "", "");
    }

    /** What proves the end of the process that says hello, if it is seen here, alive and of the user at the other end of the socket. */
    static ProcessProof of(Hello hello, String user, Kernel kernel, Path proc) {
        boolean here = !kernel.boot().isEmpty()
                && kernel.boot().equals(hello.boot())
                && !kernel.pidNamespace().isEmpty()
                && kernel.pidNamespace().equals(hello.pidNamespace());
        Path folder = proc.resolve(Long.toString(hello.pid()));
        return here && user.equals(owner(folder)) ? seen(folder.resolve("stat")) : none();
    }

    private static ProcessProof seen(Path path) {
        return read(path)
                .flatMap(Stat::of)
                .filter(stat -> !stat.isOver())
                .map(stat -> new ProcessProof(path, stat.startedAt(), stat.command()))
                .orElseGet(ProcessProof::none);
    }

    boolean isProcess() {
        return stat != null;
    }

    /** As clients and operators read it. */
    String kind() {
        return isProcess() ? "process" : "none";
    }

    /** The name of the process's program, as the kernel has it; empty without a proof. */
    String command() {
        return command;
    }

    /** Whether the process has ended. Never true without a proof, nor where the kernel does not say: out of descriptors, for example. */
    boolean hasEnded() {
        if (stat == null) {
            return false;
        }
        try {
            return Stat.of(text(stat))
                    .filter(now -> now.isOver() || !now.startedAt().equals(startedAt))
                    .isPresent();
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String owner(Path folder) {
        try {
            return Files.getOwner(folder).getName();
        } catch (IOException e) {
            return "";
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(text(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
