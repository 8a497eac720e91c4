package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes that the host agent does not see, as those of other containers are, and the kernel's descriptors of those that connect. */
class OtherNamespaceIT {

    private static final long TTL = 8_000;
    /** Much less than what is left of the ttl, and time enough for a loaded machine. */
    private static final long AT_ONCE = 4_000;

    private static final List<String> IN_ANOTHER =
            List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc");

    @BeforeEach
    void theseCanBeAsked() {
        assumeTrue(Runtime.version().feature() >= 22, "The kernel can be asked from JDK 22 on.");
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: no process was killed.");
        assertThat(Object.class.getModule().isExported("sun.nio.ch", getClass().getModule()))
                .as("the options of this JVM allow it, as those of the command do")
                .isTrue();
    }

    @Test
    void theLockOfAKilledProcessIsFreeAtOnceIfNoProxyStandsBetween() throws Exception {
        assumeNamespaces();
        try (TestHost host = TestHost.direct();
                ScriptProcess holder = holder(host, "process")) {
            CompletableFuture<Lease> next = host.other().acquireAsync(LockRequest.of("job"));
            long before = System.currentTimeMillis();
            holder.kill();
            next.get(60, TimeUnit.SECONDS).close();
            assertThat(System.currentTimeMillis() - before).isLessThan(AT_ONCE);
        }
    }

    @Test
    void whereAProxyMayStandBetweenItsEndIsSilence() throws Exception {
        assumeNamespaces();
        try (TestHost host = new TestHost();
                ScriptProcess holder = holder(host, "none")) {
            CompletableFuture<Lease> next = host.other().acquireAsync(LockRequest.of("job"));
            long before = System.currentTimeMillis();
            holder.kill();
            next.get(60, TimeUnit.SECONDS).close();
            assertThat(System.currentTimeMillis() - before).isGreaterThan(TTL / 2);
        }
    }

    @Test
    void aDescriptorIsClosedWithItsSession() throws Exception {
        try (TestHost host = new TestHost();
                ScriptProcess holder = ScriptProcess.holder(host.socket(), "job", TTL)) {
            assertThat(descriptorsOf(holder.pid())).isEqualTo(1);
            holder.order("closeall");
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(descriptorsOf(holder.pid())).isZero());
            assertThat(holder.isRunning()).isTrue();
        }
    }

    @Test
    void aHelloThatIsRefusedOrOfAnotherProcessLeavesNoDescriptorOpen() throws Exception {
        try (TestHost host = new TestHost();
                ScriptProcess process = ScriptProcess.start("hellos.py", host.socket())) {
            process.await("answered");
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(descriptorsOf(process.pid())).isZero());
            process.order("go on");
            process.await("welcome");
            assertThat(descriptorsOf(process.pid())).isEqualTo(1);
        }
    }

    private static long descriptorsOf(long process) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fdinfo"))) {
            return all.filter(each -> isOf(process, each)).count();
        }
    }

    private static boolean isOf(long process, Path descriptor) {
        try {
            return Files.readAllLines(descriptor).contains("Pid:\t" + process);
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private static void assumeNamespaces() throws Exception {
        List<String> command = new ArrayList<>(IN_ANOTHER);
        command.add("true");
        assumeTrue(
                ScriptProcess.isThere("unshare")
                        && new ProcessBuilder(command).start().waitFor() == 0,
                "No pid namespace can be made here.");
    }

    private static ScriptProcess holder(TestHost host, String proof) throws Exception {
        List<String> command = new ArrayList<>(IN_ANOTHER);
        command.addAll(ScriptProcess.command("holder.py", host.socket(), "job", TTL));
        ScriptProcess holder = ScriptProcess.start(command);
        assertThat(holder.await("holds ")).startsWith(proof + " ");
        return holder;
    }
}
