package io.lockkeeper.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All sessions of a host agent, and what they have together. On the loop's thread only. */
final class HostSessions {

    /** Of a list, so that each line of it stays well under what a peer may leave unread. */
    private static final int A_PAGE = 200;

    private final TreeMap<Long, HostSession> open = new TreeMap<>();
    private long last;
    private int leases;
    private int waits;
    private boolean ending;

    long nextNumber() {
        return ++last;
    }

    void opened(HostSession session) {
        open.put(session.number(), session);
    }

    void over(HostSession session) {
        open.remove(session.number());
    }

    List<HostSession> all() {
        return List.copyOf(open.values());
    }

    void countLeases(int more) {
        leases += more;
    }

    void countWaits(int more) {
        waits += more;
    }

    int leases() {
        return leases;
    }

    int waits() {
        return waits;
    }

    /** From now on nothing is granted. */
    void end() {
        ending = true;
    }

    boolean isEnding() {
        return ending;
    }

    /** Those with a number above the given one, one page of them. */
    JsonLine page(long after) {
        List<JsonLine> page = new ArrayList<>();
        long through = after;
        for (Map.Entry<Long, HostSession> each : open.tailMap(after, false).entrySet()) {
            if (page.size() < A_PAGE) {
                page.add(each.getValue().described());
                through = each.getKey();
            }
        }
        boolean more = !open.isEmpty() && through < open.lastKey();
        return new JsonLine().with("sessions", page).with("more", more).with("through", through);
    }
}
