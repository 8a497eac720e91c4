package io.lockkeeper.host.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What proves the end of a session's process. Best is the kernel's descriptor of the {@linkplain PeerProcess process that connected}, if that
 * is the one that says hello: a proxy's end proves nothing.
 *
 * <p>Otherwise it is its pid and when it started, read from {@code /proc} while it said hello. It has ended when there is no such process, when
 * another one has its pid, or when it is a zombie of one thread: a leader that ended is a zombie too, while the process's other threads run on.
 * {@link ProcessHandle#isAlive} knows none of this.
 */
public final class ProcessProof {

    /** Which process a peer says it is: its pid, zero if it is not said, and in which namespace of which boot. */
    public record Claim(long pid, String pidNamespace, String boot) {

        /** Another process that is where this one is. */
        public Claim of(long other) {
            return new Claim(other, pidNamespace, boot);
        }
    }

    /** The pid's namespace has the same number on every machine that has not made another; hence the boot's id as well. */
    public record Kernel(Path proc, String boot, String pidNamespace) {

        public static Kernel ofThisProcess(Path proc) {
            return new Kernel(
                    proc,
                    read(proc.resolve("sys/kernel/random/boot_id")).orElse("").strip(),
                    link(proc.resolve("self/ns/pid")).orElse(""));
        }

        /** What distinguishes the process of this number from all others; empty if it is not seen. */
        private String identity(long pid) {
            return pid <= 0
                    ? ""
                    : read(folderOf(pid).resolve("stat"))
                            .flatMap(Stat::of)
                            .map(stat -> identity(pid, stat.startedAt()))
                            .orElse("");
        }

        private String identity(long pid, String startedAt) {
            return pidNamespace + " " + pid + " " + startedAt;
        }

        private boolean isOf(Claim claim) {
            return !boot.isEmpty() && boot.equals(claim.boot()) && !pidNamespace.isEmpty();
        }

        private boolean seesPidsOf(Claim claim) {
            return isOf(claim) && pidNamespace.equals(claim.pidNamespace());
        }

        private Path folderOf(long pid) {
            return proc.resolve(Long.toString(pid));
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

    private final @Nullable PeerProcess peer;
    private final @Nullable Path stat;
    private final String startedAt;
    private final String command;
    private final String identity;

    private ProcessProof(
            @Nullable PeerProcess peer, @Nullable Path stat, String startedAt, String command, String identity) {
        this.peer = peer;
        this.stat = stat;
        this.startedAt = startedAt;
        this.command = command;
        this.identity = identity;
    }

    public static ProcessProof none() {
        return new ProcessProof(null, null, "", "", "");
    }

    /** What proves the end of a process that another host agent has seen; nothing where it is not seen from here. */
    public static ProcessProof again(String identity, Kernel kernel) {
        String[] parts = identity.split(" ", -1);
        if (parts.length != 3 || !parts[0].equals(kernel.pidNamespace())) {
            return new ProcessProof(null, null, "", "", identity);
        }
        Path folder = kernel.folderOf(Long.parseLong(parts[1]));
        return new ProcessProof(null, folder.resolve("stat"), parts[2], commandOf(folder), identity);
    }

    /**
     * What proves the end of the process that says hello: by the kernel's descriptor, if it is the one that connected. That is known by its pid;
     * in another pid namespace only if no proxy stands in front of the socket.
     *
     * @param connected the process at the other end of the socket, where the kernel says it
     * @param user of that end
     * @param direct whether there is no proxy
     */
    public static ProcessProof of(
            Optional<PeerProcess> connected, Claim claim, String user, Kernel kernel, boolean direct) {
        if (connected.isPresent()) {
            PeerProcess peer = connected.get();
            boolean same = kernel.seesPidsOf(claim)
                    ? peer.pid() == claim.pid()
                    : direct && kernel.isOf(claim) && !claim.pidNamespace().isEmpty();
            if (same && !peer.hasEnded()) {
                String seen = kernel.identity(peer.pid());
                return new ProcessProof(
                        peer,
                        null,
                        "",
                        commandOf(kernel.folderOf(peer.pid())),
                        seen.isEmpty() ? peer.identity() : seen);
            }
            peer.close();
        }
        return of(claim, user, kernel);
    }

    private static String commandOf(Path folder) {
        return read(folder.resolve("stat")).flatMap(Stat::of).map(Stat::command).orElse("");
    }

    /** What proves the end of the process that says hello, if it is seen here, alive and of the user at the other end of the socket. */
    public static ProcessProof of(Claim claim, String user, Kernel kernel) {
        Path folder = kernel.folderOf(claim.pid());
        return kernel.seesPidsOf(claim) && user.equals(owner(folder))
                ? seen(folder.resolve("stat"), kernel.identity(claim.pid()))
                : none();
    }

    private static ProcessProof seen(Path path, String identity) {
        return read(path)
                .flatMap(Stat::of)
                .filter(stat -> !stat.isOver())
                .map(stat -> new ProcessProof(null, path, stat.startedAt(), stat.command(), identity))
                .orElseGet(ProcessProof::none);
    }

    public boolean isProcess() {
        return peer != null || stat != null;
    }

    /** As clients and operators read it. */
    public String kind() {
        return isProcess() ? "process" : "none";
    }

    /** What distinguishes the process from all others, also from one that has its number later; empty if nothing does. */
    public String identity() {
        return identity;
    }

    /** The name of the process's program, as the kernel has it; empty without a proof. */
    public String command() {
        return command;
    }

    /** Whether the process has ended. Never true without a proof, nor where the kernel does not say: out of descriptors, for example. */
    public boolean hasEnded() {
        if (peer != null) {
            return peer.hasEnded();
        }
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

    /** Its session is over. */
    public void close() {
        if (peer != null) {
            peer.close();
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
