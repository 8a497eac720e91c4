package io.lockkeeper.agent.calls;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The requests that were begun and whose callers have no answer yet. A closing agent ends their entries itself: a caller whose thread is not
 * scheduled would leave its place in the queue, or its lease.
 */
public final class OpenRequests {

    private final Map<String, Bid> open = new ConcurrentHashMap<>();

    public void begin(Bid bid) {
        open.put(bid.acquirer(), bid);
    }

    /** Forgets the request: its caller has the lease, or has ensured that nothing is left. */
    public void end(Bid bid) {
        open.remove(bid.acquirer());
    }

    /** An event concerns the acquirer, whose caller may not wait yet. */
    public void hint(String acquirer) {
        Bid bid = open.get(acquirer);
        if (bid != null) {
            bid.hint();
        }
    }

    /** Events may have gone unheard. */
    public void hintAll() {
        open.values().forEach(Bid::hint);
    }

    /** The requests of which something may have been sent. */
    public List<Bid> sent() {
        return open.values().stream()
                .filter(bid -> bid.wasSent() || bid.isUnderWay())
                .toList();
    }
}
