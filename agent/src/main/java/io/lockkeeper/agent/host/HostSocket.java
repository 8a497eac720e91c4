package io.lockkeeper.agent.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where the machine's host agent is, and who may have put it there. A program that took the socket's place would learn the keys of the agents
 * that ask to be watched.
 *
 * @param path of the socket
 * @param trusted the user who may own it beside root and this process's own: a name or an id; {@code any} for every user; empty for none
 */
record HostSocket(Path path, String trusted) {

    private static final int OTHERS_MAY_WRITE = 0002;

    static HostSocket at(Path path) {
        return new HostSocket(
                path.toAbsolutePath().normalize(), System.getenv().getOrDefault("LOCKKEEPER_HOST_USER", ""));
    }

    boolean isThere() {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** @throws IOException if another user could have put it there */
    void require() throws IOException {
        if (!trusted.equals("any")) {
            requireOwn(path);
            requireOwn(Objects.requireNonNull(path.getParent(), "The socket is in no folder"));
        }
    }

    private void requireOwn(Path file) throws IOException {
        int owner = (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        int mode = (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        boolean isOpen = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) && (mode & OTHERS_MAY_WRITE) != 0;
        if (isOpen
                || !isTrusted(
                        owner, Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName())) {
            throw new IOException(
                    "%s belongs to user %s, or every user may write to it: name the host agent's user in LOCKKEEPER_HOST_USER"
                            .formatted(file, Integer.toString(owner)));
        }
    }

    private boolean isTrusted(int owner, String name) throws IOException {
        return owner == 0
                || trusted.equals(Integer.toString(owner))
                || (!trusted.isEmpty() && trusted.equals(name))
                || Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(owner);
    }
}
