package io.lockkeeper.simulation.world;

import java.util.List;

/** What the network and the server do with one call. */
public enum Fate {
    /** It takes a moment each way. */
    WELL(500_000, 500_000, false, false),
    /** It reaches the server late. */
    LATE_REQUEST(600_000_000, 500_000, false, false),
    /** It hangs on its way, and reaches the server after its caller has given it up. */
    LANDS_LATE(1_700_000_000, 500_000, false, false),
    /** It is answered late. */
    LATE_REPLY(500_000, 600_000_000, false, false),
    /** It is answered so late that a lease is nearly over. */
    VERY_LATE_REPLY(500_000, 950_000_000, false, false),
    LOST_REQUEST(0, 0, true, false),
    LOST_REPLY(500_000, 0, false, true),
    /** The server has looked at its clock, and comes to the document later. */
    STALE_CLOCK(300_000_000, 500_000, false, false),
    /** It is applied, and no majority acknowledges it in time. */
    WRITE_CONCERN_ERROR(500_000, 500_000, false, false),
    /** The answer is lost, and the driver sends it again: the server remembers what it did. */
    SENT_TWICE(500_000, 80_000_000, false, false),
    /** The update fails, and the read of the same call does not. */
    READ_ALONE(500_000, 500_000, false, false);

    /** All but the usual one. */
    public static final List<Fate> TROUBLES = List.of(values()).subList(1, values().length);

    final long request;
    final long reply;
    final boolean requestLost;
    final boolean replyLost;

    Fate(long request, long reply, boolean requestLost, boolean replyLost) {
        this.request = request;
        this.reply = reply;
        this.requestLost = requestLost;
        this.replyLost = replyLost;
    }
}
