package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** One host agent serves a socket, and its socket stays its own. */
@Execution(ExecutionMode.CONCURRENT)
class SocketIT {

    @Test
    void aSecondHostAgentOfTheFolderIsRefused() throws Exception {
        try (TestHost host = new TestHost()) {
            assertThatThrownBy(() -> HostAgent.serve(
                            MongoServer.shared().client(),
                            host.database().getName(),
                            host.settings(HostLimits.DEFAULT)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Another host agent has the folder");
            assertThat(Files.exists(host.socket())).isTrue();
        }
    }

    @Test
    void theSocketIsForOwnerAndGroupAndGoesWithItsHostAgent() throws Exception {
        TestHost host = new TestHost();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.socket())))
                .isEqualTo("rw-rw----");
        host.close();
        assertThat(Files.exists(host.socket())).isFalse();
    }

    @Test
    void aSocketThatWasRemovedIsMadeAgainAndSessionsLiveOn() throws Exception {
        try (TestHost host = new TestHost();
                TestPeer before = TestPeer.of(host.socket(), "before")) {
            Files.delete(host.socket());
            await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(host.socket()));
            try (TestPeer after = TestPeer.of(host.socket(), "after")) {
                assertThat(after.release(after.lease("a"))).isTrue();
            }
            assertThat(before.release(before.lease("a"))).isTrue();
        }
    }

    @Test
    void aSocketThatAnotherProgramReplacedEndsTheService() throws Exception {
        try (TestHost host = new TestHost()) {
            Files.delete(host.socket());
            Files.createFile(host.socket());
            assertThat(host.host().ended().get(30, TimeUnit.SECONDS)).contains("Another program");
            Files.delete(host.socket());
        }
    }
}
