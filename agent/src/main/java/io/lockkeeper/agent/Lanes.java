package io.lockkeeper.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What an agent has under way, and whether more may leave. A few calls go side by side, each alone and at once. Where more come
 * than that they go together; and where very many come, in two halves, so that one is on its way while the other is answered. A
 * sending that hangs holds nobody up for long: it no longer counts. Guarded by its user.
 */
final class Lanes {

    /** So many calls need not wait for each other. */
    private static final int FEW = 4;
    /** So many are worth a sending of their own beside another. */
    static final int MANY = 16;
    /** How long calls wait for what is under way. */
    static final Duration PATIENCE = Duration.ofMillis(100);

    private final Duration patience;
    private final List<Sending> underWay = new ArrayList<>();

    Lanes(Duration patience) {
        this.patience = patience;
    }

    boolean isFree(int waiting) {
        underWay.removeIf(sending -> sending.takesFor().compareTo(patience) > 0);
        int calls =
                underWay.stream().mapToInt(sending -> sending.seats().size()).sum();
        return calls < FEW || (underWay.size() == 1 && waiting >= Math.max(calls, MANY));
    }

    void departed(Sending sending) {
        underWay.add(sending);
    }

    /** Whether it still counted. */
    boolean arrived(Sending sending) {
        return underWay.remove(sending);
    }
}
