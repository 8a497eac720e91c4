package io.lockkeeper.host.door;

import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.PeerConnection;
import io.lockkeeper.host.line.PeerMemory;
import io.lockkeeper.host.session.HostParts;
import io.lockkeeper.host.watch.Watches;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts connections, as many as the limits allow, and sees that the socket stays in its place. On the loop's thread only. */
public final class HostDoor {

    private static final Logger log = LoggerFactory.getLogger(HostDoor.class);
    private static final long LOOK_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 1_000;
    /** Connections beyond the limit that are still hearing why. */
    private static final int AT_THE_DOOR = 64;

    private final SocketPlace place;
    private final HostParts parts;
    private final Watches watches;
    private final Runnable replaced;
    private final PeerMemory memory;
    private final Map<String, Integer> ofUser = new HashMap<>();
    private ServerSocketChannel server;
    private @Nullable SelectionKey key;
    private int connections;

    /** @param replaced runs when another program has put its own socket in the place */
    public HostDoor(SocketPlace place, HostParts parts, Watches watches, Runnable replaced) throws IOException {
        this.place = place;
        this.parts = parts;
        this.watches = watches;
        this.replaced = replaced;
        this.memory = PeerMemory.of(parts.limits());
        this.server = place.bind();
    }

    public void open() throws IOException {
        server.configureBlocking(false);
        key = parts.loop().register(server, SelectionKey.OP_ACCEPT, this::accept);
        parts.loop().after(LOOK_MILLIS, this::look);
    }

    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            log.warn("The socket could not be closed", e);
        }
    }

    /** Out of descriptors, it pauses; the sessions that are there live on. */
    private void accept() {
        try {
            SocketChannel peer = server.accept();
            if (peer != null) {
                welcomeOrClose(peer);
            }
        } catch (IOException e) {
            log.warn("No connection could be accepted; the next attempt is in {} ms", PAUSE_MILLIS, e);
            pause();
        }
    }

    /** A peer that cannot be served is closed, and keeps no other out. */
    private void welcomeOrClose(SocketChannel peer) throws IOException {
        try {
            welcome(peer);
        } catch (IOException | RuntimeException e) {
            log.warn("A connection could not be served and is closed", e);
            peer.close();
        }
    }

    private void pause() {
        SelectionKey open = key;
        if (open != null && open.isValid()) {
            open.interestOps(0);
            parts.loop().after(PAUSE_MILLIS, () -> {
                if (open.isValid()) {
                    open.interestOps(SelectionKey.OP_ACCEPT);
                }
            });
        }
    }

    private void welcome(SocketChannel channel) throws IOException {
        String user =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        PeerConnection connection = new PeerConnection(channel, user, parts.loop(), parts.limits(), memory);
        connection.open(new HostPeer(connection, parts, watches, () -> left(user)));
        connections++;
        parts.figures().connected(1);
        ofUser.merge(user, 1, Integer::sum);
        requireRoom(connection, user);
    }

    private void requireRoom(PeerConnection connection, String user) {
        HostLimits limits = parts.limits();
        if (connections > limits.connections() || ofUser.getOrDefault(user, 0) > limits.connectionsOfUser()) {
            parts.figures().refusedConnection();
            connection.send(JsonLine.error(
                    "limit",
                    String.format(
                            Locale.ROOT,
                            "The host agent has %d connections, %d of this user; %d and %d are allowed.",
                            connections,
                            ofUser.get(user),
                            limits.connections(),
                            limits.connectionsOfUser())));
            if (connections > limits.connections() + AT_THE_DOOR) {
                connection.end();
            } else {
                connection.close();
            }
        }
    }

    private void left(String user) {
        connections--;
        parts.figures().connected(-1);
        ofUser.merge(user, -1, (all, less) -> all + less == 0 ? null : all + less);
    }

    private void look() {
        try {
            if (place.isAnothers()) {
                replaced.run();
                return;
            }
            if (!place.isThere()) {
                log.warn("The socket was removed; it is made again");
                server.close();
                server = place.bind();
                open();
                return;
            }
        } catch (IOException | RuntimeException e) { // of any cause: it is looked at again
            log.warn("The socket could not be looked at", e);
        }
        parts.loop().after(LOOK_MILLIS, this::look);
    }
}
