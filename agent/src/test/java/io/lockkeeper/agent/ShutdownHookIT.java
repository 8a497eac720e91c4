package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.EndingProcess.Way;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Processes that end without closing their agents in their own code. */
@Timeout(120)
class ShutdownHookIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    @Test
    void withTheHookAProcessThatExitsLeavesNoLockBehind() throws InterruptedException {
        try (ChildProcess process = holder(Way.HOOK)) {
            process.say("exit");
            process.await("ended");

            assertThat(agents.stored("report").isIdle()).isTrue();
        }
    }

    @Test
    void withTheHookAProcessThatIsTerminatedLeavesNoLockBehind() throws InterruptedException {
        try (ChildProcess process = holder(Way.HOOK)) {
            ProcessHandle.of(process.pid()).orElseThrow().destroy(); // SIGTERM
            process.await("ended");

            assertThat(agents.stored("report").isIdle()).isTrue();
        }
    }

    @Test
    void withoutTheHookTheLockIsLeftToItsTtl() throws InterruptedException {
        try (ChildProcess process = holder(Way.WITHOUT_HOOK)) {
            process.say("exit");
            process.await("ended");

            assertThat(agents.stored("report").holders()).hasSize(1);
        }
    }

    @Test
    void aHolderHasTheGraceToReleaseByItself() throws InterruptedException {
        try (ChildProcess process = holder(Way.GRACE)) {
            process.say("exit");

            assertThat(process.await("released")).isEqualTo("true");
            process.await("ended");
            assertThat(agents.stored("report").isIdle()).isTrue();
        }
    }

    @Test
    void aHookOfTheServiceThatClosesTheAgentAndThenTheClientWaitsForTheRelease() throws InterruptedException {
        try (ChildProcess process = holder(Way.TWO_HOOKS)) {
            process.say("exit");
            process.await("ended");

            assertThat(agents.stored("report").isIdle()).isTrue();
        }
    }

    @Test
    void anAgentThatWasClosedIsKeptByNoHook() {
        WeakReference<LockAgent> closed = closedAgent();

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return closed.get() == null;
        });
    }

    private static WeakReference<LockAgent> closedAgent() {
        AgentOptions options = TestAgents.options("billing").withShutdownHook(Duration.ZERO);
        LockAgent agent = LockAgent.connect(
                MongoServer.shared().client(),
                MongoServer.shared().freshDatabase().getName(),
                options);
        assertThat(agent.tryAcquire("report")).isPresent();
        agent.close();
        return new WeakReference<>(agent);
    }

    private ChildProcess holder(Way way) throws InterruptedException {
        ChildProcess process = new ChildProcess(
                EndingProcess.class, MongoServer.shared().uri(), agents.database(), "report", way.name());
        process.await("acquired");
        return process;
    }
}
