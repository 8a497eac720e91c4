package io.lockkeeper.host.line;

import java.time.Duration;

/**
 * What a host agent bounds, so that no peer costs another one more than its turn. Each bound is a clear error for the peer that meets it.
 *
 * @param connections open connections
 * @param connectionsOfUser of them, of one user
 * @param leases leases of all sessions
 * @param waits requests of all sessions that are not answered yet; each takes up to 18 KB of the heap, a lease up to 6 KB
 * @param sessionLeases leases of one session, with those that it asks for
 * @param sessionWaits requests of one session that are not answered yet
 * @param waitsForLock of them, for one lock
 * @param hello how long a connection has to say hello
 * @param lines the bytes of lines
 */
public record HostLimits(
        int connections,
        int connectionsOfUser,
        int leases,
        int waits,
        int sessionLeases,
        int sessionWaits,
        int waitsForLock,
        Duration hello,
        Lines lines) {

    /**
     * The bytes of lines that are kept in memory.
     *
     * @param longest of one line
     * @param unread answers that a peer has not read, before its connection is closed
     * @param allUnread the same for all connections together
     * @param allBegun what all connections together may have written of lines that have not ended, beyond the first 4 KB of each
     */
    public record Lines(int longest, int unread, long allUnread, long allBegun) {}

    /** Lines that one connection is served before the next one has its turn. */
    static final int LINES_OF_A_TURN = 64;

    /** Processes that one watch names beside its own. */
    public static final int ALSO = 16;

    public static final HostLimits DEFAULT = new HostLimits(
            4_096,
            1_024,
            20_000,
            4_000,
            1_000,
            256,
            16,
            Duration.ofSeconds(5),
            new Lines(64 << 10, 256 << 10, 32L << 20, 16L << 20));
}
