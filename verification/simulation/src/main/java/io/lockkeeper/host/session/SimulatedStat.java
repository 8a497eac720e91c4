package io.lockkeeper.host.session;

import io.lockkeeper.host.kernel.ProcessProof;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;

/** What the kernel says of one process, in a folder that stands in for {@code /proc}. */
final class SimulatedStat {

    private static final String BOOT = "boot";
    private static final String NAMESPACE = "pid:[1]";

    private final ProcessProof.Kernel kernel;
    private final int pid;
    private final Path stat;

    SimulatedStat(Path proc, int pid) {
        this.kernel = new ProcessProof.Kernel(proc, BOOT, NAMESPACE);
        this.pid = pid;
        this.stat = proc.resolve(Integer.toString(pid)).resolve("stat");
    }

    ProcessProof.Kernel kernel() {
        return kernel;
    }

    ProcessProof.Claim claim() {
        return new ProcessProof.Claim(pid, NAMESPACE, BOOT);
    }

    /** The user who runs it. */
    String user() {
        try {
            return Files.getOwner(stat.getParent()).getName();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The proof of the process as it is. */
    ProcessProof now() {
        return ProcessProof.of(claim(), user(), kernel);
    }

    /** The proof of a process that has just started. */
    ProcessProof start() {
        try {
            Files.createDirectories(stat.getParent());
            say('S', 2, 4711);
            return now();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its first thread has ended, and others run on. */
    void leaderEnded() {
        say('Z', 2, 4711);
    }

    void zombie() {
        say('Z', 1, 4711);
    }

    /** The process has ended, and another has its number. */
    void anotherHasItsPid() {
        say('S', 1, 9_999);
    }

    void gone() {
        try {
            Files.deleteIfExists(stat);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void say(char state, int threads, int startedAt) {
        String line = pid + " (node) " + state + " " + String.join(" ", Collections.nCopies(16, "0")) + " " + threads
                + " 0 " + startedAt + " 0\n";
        try {
            Files.writeString(stat, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
