package io.lockkeeper.host;

import java.util.Locale;

/**
 * How many waits and leases a session has, before it asks for one more.
 *
 * @param leases of the session
 * @param waits of the session
 * @param waitsForLock of them, for the lock that is asked for
 */
record SessionRoom(int leases, int waits, long waitsForLock) {

    void require(HostSessions all, HostLimits limits) throws RequestRefusedException {
        if (all.isEnding()) {
            throw RequestRefusedException.because("ending", "The host agent is ending. The lock was not requested.");
        }
        requireUnder("waits of a session", waits, limits.sessionWaits());
        requireUnder("leases of a session", waits + leases, limits.sessionLeases());
        requireUnder("waits of all sessions", all.waits(), limits.waits());
        requireUnder("leases of all sessions", all.waits() + all.leases(), limits.leases());
        requireUnder("waits of a session for one lock", waitsForLock, limits.waitsForLock());
    }

    private static void requireUnder(String what, long count, int most) throws RequestRefusedException {
        if (count >= most) {
            throw RequestRefusedException.because(
                    "limit",
                    String.format(
                            Locale.ROOT,
                            "There are %d %s, which is the limit. The lock was not requested.",
                            count,
                            what));
        }
    }
}
