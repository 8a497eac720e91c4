package io.lockkeeper.host.session;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.host.line.HostLimits;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a host agent is offered.
 *
 * @param socket the path of its socket; the folder is its own, with the file of its lock
 * @param group the group that may use the socket; null for the group of the folder
 * @param store what clients call the locks of this database; two databases of one machine need two names
 * @param direct whether each process connects by itself, with no proxy in between: then the end of one that is in another pid namespace is
 *     proven, too
 * @param agent the options of the agent that acquires for all sessions
 * @param limits what is bounded
 */
public record HostSettings(
        Path socket, @Nullable String group, String store, boolean direct, AgentOptions agent, HostLimits limits) {

    /** Waits this long after a process's proven end, unless its request says otherwise: its last writes may still be on their way. */
    public static final long SETTLE_MILLIS = 100;

    /** A session that holds or waits is to say something at least this often. */
    static final long BEAT_MILLIS = 2_000;

    public HostSettings {
        socket = socket.toAbsolutePath().normalize();
        if (store.isBlank()) {
            throw new IllegalArgumentException("The store's name is blank; clients find the right locks by it");
        }
    }
}
