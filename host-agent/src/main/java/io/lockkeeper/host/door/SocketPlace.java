package io.lockkeeper.host.door;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a host agent: its lock, held for as long as the process lives, so that there is one host agent, and its socket. Only the
 * owner of the lock removes and binds the socket.
 */
public final class SocketPlace implements AutoCloseable {

    private static final Set<PosixFilePermission> OWNER_AND_GROUP = PosixFilePermissions.fromString("rw-rw----");
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");
    /** Where it is made first, in a name so short that it fits wherever the socket does. */
    private static final String HIDDEN = ".l";

    /** What Linux takes; macOS takes fewer. */
    private static final int LONGEST_PATH = System.getProperty("os.name").startsWith("Mac") ? 103 : 107;

    private final Path socket;
    private final @Nullable GroupPrincipal group;
    private final FileChannel lockFile;
    private @Nullable Object bound;

    private SocketPlace(Path socket, @Nullable GroupPrincipal group, FileChannel lockFile) {
        this.socket = socket;
        this.group = group;
        this.lockFile = lockFile;
    }

    /**
     * Takes the folder, which is made if it is missing.
     *
     * @throws IOException if another host agent has it, or other users may write to it
     */
    public static SocketPlace take(Path socket, @Nullable String groupName) throws IOException {
        Path folder = Objects.requireNonNull(socket.getParent());
        requirePossible(socket);
        GroupPrincipal group = groupName == null ? null : group(folder, groupName);
        if (!Files.exists(folder)) {
            make(folder, group);
        }
        requireOwn(folder);
        requireReachable(folder, group);
        FileChannel file = FileChannel.open(
                folder.resolve(socket.getFileName() + ".lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(OWNER));
        if (!isTaken(file)) {
            file.close();
            throw new IOException("Another host agent has the folder " + folder + ": one serves a socket at a time.");
        }
        return new SocketPlace(socket, group, file);
    }

    private static void requirePossible(Path socket) throws IOException {
        int bytes = Math.max(length(socket), length(fresh(socket)));
        if (bytes > LONGEST_PATH) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "The path of the host agent's socket has %,d bytes; at most %d are possible.",
                    bytes,
                    LONGEST_PATH));
        }
        if (Files.isDirectory(socket, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("A directory is in the socket's place " + socket
                    + ", as a missing mount leaves one: mount the folder, and remove the directory.");
        }
    }

    private static int length(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private static GroupPrincipal group(Path folder, String name) throws IOException {
        try {
            return folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
        } catch (UserPrincipalNotFoundException e) {
            throw new IOException("There is no group \"" + name + "\".", e);
        }
    }

    /** Open to the group that may use the socket in it. */
    private static void make(Path folder, @Nullable GroupPrincipal group) throws IOException {
        if (!Files.isDirectory(Objects.requireNonNull(folder.getParent(), "The root is there"))) {
            throw new IOException("There is no folder " + folder.getParent() + " to make the socket's folder in.");
        }
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        if (group != null) {
            Files.getFileAttributeView(folder, PosixFileAttributeView.class).setGroup(group);
        }
    }

    private static void requireReachable(Path folder, @Nullable GroupPrincipal group) throws IOException {
        PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class);
        boolean ofGroup =
                found.group().equals(group) && found.permissions().contains(PosixFilePermission.GROUP_EXECUTE);
        if (group != null && !ofGroup && !found.permissions().contains(PosixFilePermission.OTHERS_EXECUTE)) {
            throw new IOException("The folder %s is closed to the group %s, so that its users do not reach the socket:"
                            .formatted(folder, group.getName())
                    + " give the folder to the group (chgrp), with the mode 0750.");
        }
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
        Path fresh = fresh(socket);
        Path hidden = Objects.requireNonNull(fresh.getParent());
        remove(fresh, hidden); // of a host agent that was killed meanwhile
        Files.createDirectory(
                hidden, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(fresh), 512);
            Files.setPosixFilePermissions(fresh, OWNER_AND_GROUP);
            if (group != null) {
                Files.getFileAttributeView(fresh, PosixFileAttributeView.class).setGroup(group);
            }
            bound = key(fresh);
            Files.move(fresh, socket, StandardCopyOption.ATOMIC_MOVE);
            return server;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        } finally {
            remove(fresh, hidden);
        }
    }

    private static Path fresh(Path socket) {
        return Objects.requireNonNull(socket.getParent()).resolve(HIDDEN).resolve("s");
    }

    private static void remove(Path fresh, Path hidden) throws IOException {
        Files.deleteIfExists(fresh);
        Files.deleteIfExists(hidden);
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

    /** The file for what is noted for the next host agent of this socket. */
    public Path stateFile() {
        return socket.resolveSibling(socket.getFileName() + ".state");
    }

    /** Removes the socket if it is this one's. */
    public void removeSocket() throws IOException {
        if (isThere()) {
            Files.delete(socket);
        }
    }

    /** As {@link #removeSocket}, and gives the folder back. */
    @Override
    public void close() throws IOException {
        removeSocket();
        lockFile.close();
    }
}
