package io.lockkeeper.host.line;

/**
 * What the host agent keeps of all peers together.
 *
 * @param unread answers that they have not read
 * @param unended what is there of long lines that they have not ended
 */
public record PeerMemory(Bytes unread, Bytes unended) {

    public static PeerMemory of(HostLimits limits) {
        return new PeerMemory(
                new Bytes(limits.lines().allUnread()), new Bytes(limits.lines().allBegun()));
    }

    /** So many at most. On the loop's thread only. */
    public static final class Bytes {

        private final long most;
        private long taken;

        private Bytes(long most) {
            this.most = most;
        }

        boolean take(long more) {
            if (taken + more > most) {
                return false;
            }
            taken += more;
            return true;
        }

        void give(long back) {
            taken -= back;
        }
    }
}
