package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.Repeats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two processes add to a counter that nothing guards but the lock: none of their steps is lost, and without it some are. */
@Timeout(300)
class CountingStressTest {

    private static final int TIMES = Repeats.of(100);

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void nothingIsLostUnderTheLock() throws Exception {
        assertThat(count(TIMES, "locked")).isEqualTo(2L * TIMES);
    }

    /** Each takes the other's kept lease from it, again and again. */
    @Test
    void nothingIsLostUnderALockThatBothKeep() throws Exception {
        assertThat(count(TIMES * 20, "kept")).isEqualTo(2L * TIMES * 20);
    }

    /** Four threads of each hand the lease on to one another. */
    @Test
    void nothingIsLostUnderALockThatIsHandedOn() throws Exception {
        assertThat(count(TIMES * 5, "handed on")).isEqualTo(4 * 2L * TIMES * 5);
    }

    /** The negative control: the same program without the lock, so that the count is seen to fail. */
    @Test
    void withoutTheLockStepsAreLost() throws Exception {
        assertThat(count(TIMES * 100, "free")).isLessThan(2L * TIMES * 100);
    }

    private long count(int times, String how) throws IOException, InterruptedException {
        Path counter = folder.resolve("counter");
        Files.write(counter, new byte[Long.BYTES]);
        List<ChildProcess> processes = List.of(counting(counter, times, how), counting(counter, times, how));
        try {
            for (ChildProcess process : processes) {
                process.await("ready");
            }
            processes.forEach(process -> process.say("go"));
            for (ChildProcess process : processes) {
                process.await("done");
            }
        } finally {
            processes.forEach(ChildProcess::close);
        }
        return ByteBuffer.wrap(Files.readAllBytes(counter)).getLong();
    }

    private ChildProcess counting(Path counter, int times, String how) {
        return new ChildProcess(
                CountingProcess.class,
                MongoServer.shared().uri(),
                agents.database(),
                counter.toString(),
                Integer.toString(times),
                how);
    }
}
