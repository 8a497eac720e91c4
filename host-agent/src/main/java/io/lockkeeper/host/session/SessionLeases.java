package io.lockkeeper.host.session;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.report.HostFigures.Ending;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leases of one session. The agent renews them; here it is decided how long the process may believe in them, and they are released when
 * it no longer can. On the loop's thread only, so that a beat is read either before its silence is judged or after.
 */
final class SessionLeases {

    private static final Logger log = LoggerFactory.getLogger(SessionLeases.class);

    private final HostParts parts;
    private final ProcessProof proof;
    private final SessionRoom room;
    private final Consumer<JsonLine> events;
    private final Map<String, SessionLease> open = new LinkedHashMap<>();
    private long heardAt;
    private boolean ended;
    private long numbers;
    private long judgedAt = Long.MAX_VALUE;

    SessionLeases(HostParts parts, ProcessProof proof, SessionRoom room, Consumer<JsonLine> events) {
        this.parts = parts;
        this.proof = proof;
        this.room = room;
        this.events = events;
    }

    /**
     * A line was read. What is read after the end of the process may be its last word, or another's that has its descriptor: it can give
     * leases up, and has none. They end with the connection.
     */
    void heard() {
        ended = ended || proof.hasEnded();
        if (ended) {
            loseToEnd();
        } else {
            heardAt = parts.loop().now();
        }
    }

    /** Whether a line was read after the end of the process. */
    boolean areOfDead() {
        return ended;
    }

    long heardAt() {
        return heardAt;
    }

    int size() {
        return open.size();
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** The answer to the request: not a grant if the process has been silent for so long that it could not believe in it. */
    JsonLine granted(Lease lease, AcquireLine asked, long waited) {
        try {
            return handOut(lease, asked, waited);
        } catch (RuntimeException e) {
            log.error("A grant could not be handed out, and is released lock={}", lease.name(), e);
            var unused = parts.letGo(lease);
            return Answers.failed(e);
        }
    }

    private JsonLine handOut(Lease lease, AcquireLine asked, long waited) {
        SessionLease granted = new SessionLease(Long.toString(++numbers), lease, asked);
        long left = granted.left(parts.loop().clock(), heardAt);
        if (left == 0) {
            var unused = parts.letGo(lease);
            return JsonLine.error(
                    "silent",
                    "The lock was granted when the process had not been heard for too long, and was released.");
        }
        open.put(granted.id(), granted);
        parts.figures().granted();
        room.countLeases(1);
        lease.onLoss(new Notices(granted));
        judgeAt(granted.overAt(heardAt));
        return Answers.granted(granted, waited, left);
    }

    /** What the agent says of a lease, brought to the loop's thread. */
    private final class Notices implements LeaseListener {
        private final SessionLease lease;

        Notices(SessionLease lease) {
            this.lease = lease;
        }

        @Override
        public void lost(Lease lost, LeaseLoss loss) {
            parts.loop().post(() -> tellLost(lease, Answers.lost(lease.id(), loss)));
        }

        @Override
        public void atRisk(Lease late, Duration remaining) {
            parts.loop().post(() -> tellAtRisk(lease));
        }
    }

    private void tellLost(SessionLease lease, JsonLine lost) {
        if (open.containsKey(lease.id()) && !lease.isLost()) {
            lease.lose();
            parts.figures().ended(Ending.LOSS);
            judgeAt(lease.overAt(heardAt));
            events.accept(lost);
        }
    }

    private void tellAtRisk(SessionLease lease) {
        if (open.containsKey(lease.id()) && !lease.isLost()) {
            events.accept(JsonLine.of("atRisk", JsonLine.of("lease", lease.id())));
        }
    }

    /** How long the process may believe in each lease from the line on that was read last. What it believed in too long is lost first. */
    Map<String, Object> left() {
        judge();
        Map<String, Object> left = new LinkedHashMap<>();
        for (SessionLease lease : open.values()) {
            if (!lease.isLost()) {
                left.put(lease.id(), lease.left(parts.loop().clock(), heardAt));
            }
        }
        return left;
    }

    void release(String id, Consumer<JsonLine> answer) {
        SessionLease lease = open.get(id);
        if (lease == null) {
            answer.accept(Answers.released(false));
            return;
        }
        boolean lost = lease.isLost();
        remove(lease, Ending.RELEASE);
        var unused = parts.letGo(lease.lease())
                .whenComplete((held, failure) -> parts.loop()
                        .runOrPost(() -> answer.accept(
                                failure == null ? Answers.released(held && !lost) : Answers.failed(failure))));
    }

    void releaseAll() {
        List.copyOf(open.values()).forEach(lease -> end(lease, Ending.RELEASE));
    }

    private void loseToEnd() {
        for (SessionLease lease : open.values()) {
            tellLost(lease, Answers.lost(lease.id(), "process"));
        }
    }

    /** The process has ended; its last writes are given time to arrive. */
    void releaseOfDead() {
        for (SessionLease lease : List.copyOf(open.values())) {
            remove(lease, Ending.DEATH);
            parts.loop().after(lease.settle(), () -> {
                var unused = parts.letGo(lease.lease());
            });
        }
    }

    /** The host agent ends: they are reported as lost, and left to their expiry. */
    void abandon() {
        for (SessionLease lease : open.values()) {
            if (!lease.isLost()) {
                events.accept(Answers.lost(lease.id(), "ended"));
            }
        }
    }

    private void judgeAt(long at) {
        if (at < judgedAt) {
            judgedAt = at;
            parts.loop().after(Math.max(0, at - parts.loop().now()) + 1, this::judge);
        }
    }

    /** Ends the leases that the process no longer believes in, as it was silent. */
    private void judge() {
        long now = parts.loop().now();
        if (judgedAt <= now) {
            judgedAt = Long.MAX_VALUE;
        }
        try {
            List.copyOf(open.values()).stream()
                    .filter(lease -> lease.overAt(heardAt) < now)
                    .forEach(this::fallSilent);
        } finally { // also after a failure: what is not judged is renewed for ever
            open.values().stream()
                    .mapToLong(lease -> lease.overAt(heardAt))
                    .min()
                    .ifPresent(this::judgeAt);
        }
    }

    private void fallSilent(SessionLease lease) {
        end(lease, Ending.SILENCE);
        if (!lease.isLost()) {
            log.warn(
                    "A process was silent: its lease is lost and released lock={} token={}",
                    lease.lease().name(),
                    lease.lease().token());
            events.accept(Answers.lost(lease.id(), "silent"));
        }
    }

    private void end(SessionLease lease, Ending how) {
        remove(lease, how);
        var unused = parts.letGo(lease.lease());
    }

    /** One that was lost has ended before. */
    private void remove(SessionLease lease, Ending how) {
        if (open.remove(lease.id()) != null && !lease.isLost()) {
            parts.figures().ended(how);
        }
        room.countLeases(-1);
    }
}
