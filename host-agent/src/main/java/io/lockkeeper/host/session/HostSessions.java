package io.lockkeeper.host.session;

import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.report.HostReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All sessions of a host agent, and what they have together. On the loop's thread only. */
public final class HostSessions {

    /** Of a list, so that each line of it stays well under what a peer may leave unread. */
    private static final int A_PAGE = 200;

    private final TreeMap<Long, PeerSession> open = new TreeMap<>();
    private final Map<String, SessionRoom.Share> shares = new HashMap<>();
    private final SessionRoom.Share all = new SessionRoom.Share();
    private long last;
    private boolean ending;
    private boolean handingOver;
    private int releasing;

    public long nextNumber() {
        return ++last;
    }

    /** The numbers of sessions that the host agent before this one has left are not given again. */
    void startAbove(long number) {
        last = Math.max(last, number);
    }

    public Optional<PeerSession> find(long number) {
        return Optional.ofNullable(open.get(number));
    }

    public void opened(PeerSession session) {
        open.put(session.number(), session);
    }

    public void over(PeerSession session) {
        open.remove(session.number());
        session.proof().close();
    }

    public List<PeerSession> all() {
        return List.copyOf(open.values());
    }

    /** Until it {@linkplain #left leaves}. */
    SessionRoom room(String user, String process) {
        return new SessionRoom(share(user + "/" + process), share(user), all);
    }

    private SessionRoom.Share share(String name) {
        return shares.computeIfAbsent(name, each -> new SessionRoom.Share());
    }

    void left(String user, String process) {
        for (String name : List.of(user, user + "/" + process)) {
            shares.computeIfPresent(name, (each, share) -> share.leave() ? null : share);
        }
    }

    public int leases() {
        return all.leases();
    }

    HostReport.Now now() {
        return new HostReport.Now(open.size(), all.leases(), all.waits(), ending);
    }

    /** From now on nothing is granted. */
    public void end() {
        ending = true;
    }

    /** From now on what is granted is the next host agent's. */
    public void handOver() {
        ending = true;
        handingOver = true;
    }

    boolean isHandingOver() {
        return handingOver;
    }

    void countReleases(int more) {
        releasing += more;
    }

    /** Releases that are not answered yet. */
    public int releasing() {
        return releasing;
    }

    public boolean isEnding() {
        return ending;
    }

    /** Those with a number above the given one, one page of them. */
    JsonLine page(long after) {
        List<JsonLine> page = new ArrayList<>();
        long through = after;
        for (Map.Entry<Long, PeerSession> each : open.tailMap(after, false).entrySet()) {
            if (page.size() == A_PAGE) {
                break;
            }
            page.add(each.getValue().described());
            through = each.getKey();
        }
        boolean more = !open.isEmpty() && through < open.lastKey();
        return new JsonLine().with("sessions", page).with("more", more).with("through", through);
    }
}
