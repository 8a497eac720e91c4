package io.lockkeeper.host.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a socket, who may use it, and which are refused. */
class SocketPlaceIT {

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
