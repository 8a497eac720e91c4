package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** One host agent serves a socket, and its socket stays its own. */
@Execution(ExecutionMode.CONCURRENT)
class SocketPlaceIT {

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
    void aFolderThatEveryUserMayWriteToIsRefused() throws Exception {
        Path open = Files.createTempDirectory("lk-open-");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> SocketPlace.take(open.resolve("s"), null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("every user may write to it");
        Files.delete(open);
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

    @Test
    void theFolderThatItMakesIsOpenToTheGroupThatMayUseTheSocket(@TempDir Path place) throws Exception {
        String other = otherGroup(place);
        Path socket = place.resolve("own/lockkeeper.sock");
        try (SocketPlace taken = SocketPlace.take(socket, other);
                ServerSocketChannel server = taken.bind()) {
            assertThat(server.isOpen()).isTrue();
            PosixFileAttributes made = Files.readAttributes(place.resolve("own"), PosixFileAttributes.class);
            assertThat(made.group().getName()).isEqualTo(other);
            assertThat(PosixFilePermissions.toString(made.permissions())).isEqualTo("rwxr-x---");
            assertThat(Files.readAttributes(socket, PosixFileAttributes.class)
                            .group()
                            .getName())
                    .isEqualTo(other);
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(place.resolve("own/lockkeeper.sock.lock"))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aFolderThatIsClosedToTheGroupIsRefused(@TempDir Path place) throws Exception {
        String other = otherGroup(place);
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-x---"));
        requireRefused(place.resolve("s"), other, "is closed to the group " + other);
    }

    @Test
    void whatCannotBeServedIsRefusedInASentence(@TempDir Path place) throws Exception {
        requireRefused(place.resolve("s"), "no-such-group", "There is no group \"no-such-group\".");
        Files.createDirectory(place.resolve("taken"));
        requireRefused(place.resolve("taken"), null, "A directory is in the socket's place");
        requireRefused(place.resolve("a/b/s"), null, "There is no folder " + place.resolve("a"));
        assertThat(place).isDirectoryNotContaining("glob:**.lock");
    }

    @Test
    void aPathIsServedUpToTheLengthThatIsPromised(@TempDir Path place) throws Exception {
        Path folder = Files.createDirectory(
                place.resolve("x".repeat(94 - place.toString().length())));
        Path longest = folder.resolve("ten.bytes!1"); // 107
        try (SocketPlace taken = SocketPlace.take(longest, null);
                ServerSocketChannel server = taken.bind()) {
            assertThat(server.isOpen()).isTrue();
            assertThat(taken.isThere()).isTrue();
        }
        requireRefused(folder.resolve("ten.bytes!12"), null, "has 108 bytes; at most 107 are possible");
    }

    private static void requireRefused(Path socket, @Nullable String group, String why) {
        assertThatThrownBy(() -> SocketPlace.take(socket, group).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why);
    }

    /** One that root may give a file to. */
    private static String otherGroup(Path place) throws Exception {
        assumeTrue(Files.getAttribute(place, "unix:uid").equals(0), "Only root gives a file to any group.");
        return place.getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByGroupName("daemon")
                .getName();
    }
}
