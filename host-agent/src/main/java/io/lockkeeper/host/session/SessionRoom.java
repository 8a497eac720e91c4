package io.lockkeeper.host.session;

import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.RequestRefusedException;
import java.util.Locale;

/**
 * What a session may take: its process has a share of all, and its user at most half, so that one of them leaves room for others. On the
 * loop's thread only.
 */
final class SessionRoom {

    /** What a process, a user, or all have. */
    static final class Share {
        private int sessions;
        private int leases;
        private int waits;

        int leases() {
            return leases;
        }

        int waits() {
            return waits;
        }

        /** Whether it is the last session that leaves. */
        boolean leave() {
            return --sessions == 0;
        }
    }

    private final Share process;
    private final Share user;
    private final Share all;

    SessionRoom(Share process, Share user, Share all) {
        this.process = process;
        this.user = user;
        this.all = all;
        process.sessions++;
        user.sessions++;
    }

    void countLeases(int more) {
        process.leases += more;
        user.leases += more;
        all.leases += more;
    }

    void countWaits(int more) {
        process.waits += more;
        user.waits += more;
        all.waits += more;
    }

    /** @param forLock the session's waits for the lock that is asked for */
    void require(long forLock, HostLimits limits) throws RequestRefusedException {
        requireUnder("waits of a process", process.waits, limits.sessionWaits());
        requireUnder("leases of a process", process.waits + process.leases, limits.sessionLeases());
        requireUnder("waits of a user", user.waits, limits.waits() / 2);
        requireUnder("leases of a user", user.waits + user.leases, limits.leases() / 2);
        requireUnder("waits of all sessions", all.waits, limits.waits());
        requireUnder("leases of all sessions", all.waits + all.leases, limits.leases());
        requireUnder("waits of a session for one lock", forLock, limits.waitsForLock());
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
