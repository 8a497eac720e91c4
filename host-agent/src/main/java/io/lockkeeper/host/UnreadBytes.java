package io.lockkeeper.host;

/** What all peers together have not read yet. On the loop's thread only. */
final class UnreadBytes {

    private long bytes;

    boolean take(long more, long most) {
        if (bytes + more > most) {
            return false;
        }
        bytes += more;
        return true;
    }

    void give(long back) {
        bytes -= back;
    }
}
