package io.lockkeeper.host;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a host agent: its lock, held for as long as the process lives, so that there is one host agent, and its socket. Only the
 * owner of the lock removes and binds the socket.
 */
final class SocketPlace implements AutoCloseable {

    private static final Set<PosixFilePermission> OWNER_AND_GROUP = PosixFilePermissions.fromString("rw-rw----");

    private final Path socket;
    private final @Nullable String group;
    private final FileChannel lockFile;
    private @Nullable Object bound;

    private SocketPlace(Path socket, @Nullable String group, FileChannel lockFile) {
        this.socket = socket;
        this.group = group;
        this.lockFile = lockFile;
    }

    /**
     * Takes the folder, which is made if it is missing.
     *
     * @throws IOException if another host agent has it, or other users may write to it
     */
    static SocketPlace take(Path socket, @Nullable String group) throws IOException {
        Path folder = Objects.requireNonNull(socket.getParent());
        if (!Files.exists(folder)) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        }
        requireOwn(folder);
        FileChannel file = FileChannel.open(
                folder.resolve(socket.getFileName() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isTaken(file)) {
            file.close();
            throw new IOException("Another host agent has the folder " + folder + ": one serves a socket at a time.");
        }
        return new SocketPlace(socket, group, file);
    }

    private static boolean isTaken(FileChannel file) throws IOException {
        try {
            FileLock taken = file.tryLock();
            return taken != null;
        } catch (java.nio.channels.OverlappingFileLockException e) {
            return false;
        }
    }

    /** Anyone who may write to the folder can put a socket of their own there, and grant everybody everything. */
    private static void requireOwn(Path folder) throws IOException {
        PosixFileAttributes folders =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!folders.isDirectory() || folders.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException(
                    "The folder " + folder + " is no folder, or every user may write to it: another program could take"
                            + " the socket's place. Name one that only the host agent's user may write to.");
        }
    }

    /** Makes the socket where no other user reaches it, and moves it to its place when its mode and group are right. */
    ServerSocketChannel bind() throws IOException {
        Path hidden = Files.createTempDirectory(Objects.requireNonNull(socket.getParent()), ".");
        Path fresh = hidden.resolve("s");
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(fresh), 512);
            Files.setPosixFilePermissions(fresh, OWNER_AND_GROUP);
            giveToGroup(fresh);
            bound = key(fresh);
            Files.move(fresh, socket, StandardCopyOption.ATOMIC_MOVE);
            return server;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        } finally {
            Files.deleteIfExists(fresh);
            Files.deleteIfExists(hidden);
        }
    }

    private void giveToGroup(Path fresh) throws IOException {
        if (group != null) {
            Files.getFileAttributeView(fresh, PosixFileAttributeView.class)
                    .setGroup(fresh.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByGroupName(group));
        }
    }

    /** Whether the path leads to the socket that was bound last; not if it was removed. */
    boolean isThere() throws IOException {
        try {
            return key(socket).equals(bound);
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    /** Whether another file has the socket's place. */
    boolean isAnothers() throws IOException {
        return Files.exists(socket, LinkOption.NOFOLLOW_LINKS) && !isThere();
    }

    private static Object key(Path file) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return Objects.requireNonNull(attributes.fileKey());
    }

    /** Removes the socket if it is this one's, and gives the folder back. */
    @Override
    public void close() throws IOException {
        if (isThere()) {
            Files.delete(socket);
        }
        lockFile.close();
    }
}
