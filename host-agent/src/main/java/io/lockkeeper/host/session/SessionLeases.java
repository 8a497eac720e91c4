package io.lockkeeper.host.session;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.report.HostFigures.Ending;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leases of one session. The agent renews them; here it is decided how long the process may believe in them, and they are released when
 * it no longer can. On the loop's thread only, so that a beat is read either before its silence is judged or after.
 */
final class SessionLeases {

    private static final Logger log = LoggerFactory.getLogger(SessionLeases.class);

    private final HostParts parts;
    private final SessionRoom room;
    private final SessionNotes notes;
    private final Consumer<JsonLine> events;
    private final Map<String, SessionLease> open = new LinkedHashMap<>();
    /** What is to be done with those that are being taken up, when they are. */
    private final Map<String, CompletableFuture<Void>> takingUp = new LinkedHashMap<>();

    /** Whether those were held whose release the host agent before this one has begun, in case it is said again. */
    private final Map<String, CompletableFuture<Boolean>> endingAgain = new HashMap<>();

    private ProcessProof proof;
    private long heardAt;
    private boolean ended;
    private long judgedAt = Long.MAX_VALUE;

    SessionLeases(
            HostParts parts, ProcessProof proof, SessionRoom room, SessionNotes notes, Consumer<JsonLine> events) {
        this.parts = parts;
        this.proof = proof;
        this.room = room;
        this.notes = notes;
        this.events = events;
        this.heardAt = parts.loop().now();
    }

    /** The process has another connection. */
    void resumed(ProcessProof again) {
        proof = again;
        heardAt = parts.loop().now();
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
        return open.isEmpty() && takingUp.isEmpty() && endingAgain.isEmpty();
    }

    boolean has(String id) {
        return open.containsKey(id) || takingUp.containsKey(id);
    }

    /** Whether its end has begun: only its own release is answered. */
    boolean isEnding(String id) {
        return endingAgain.containsKey(id);
    }

    /** Ends a lease whose end the host agent before this one has begun: a remove may be on its way, or was never sent. */
    void endAgain(EarlierRequests.Claimed claimed) {
        long id = claimed.request().id();
        String name = Long.toString(id);
        CompletableFuture<Boolean> held = parts.succession()
                .release(
                        claimed.asked().request(),
                        claimed.request().acquirer(),
                        claimed.request().token());
        endingAgain.put(name, held);
        var unused = held.whenComplete((was, failure) -> parts.loop().post(() -> notes.over(id)));
        parts.loop().after(claimed.asked().ttl(), () -> endingAgain.remove(name));
    }

    /** Goes on with a lease of the host agent before this one. Its process may believe in it meanwhile. */
    void takeUp(EarlierRequests.Claimed claimed) {
        long id = claimed.request().id();
        takingUp.put(Long.toString(id), new CompletableFuture<>());
        room.countLeases(1);
        var unused = parts.succession()
                .lease(claimed.asked().request(), claimed.request().acquirer())
                .whenComplete((lease, failure) -> parts.loop().post(() -> tookUp(id, claimed.asked(), lease, failure)));
    }

    private void tookUp(long id, AcquireLine asked, @Nullable Lease lease, @Nullable Throwable failure) {
        CompletableFuture<Void> then = takingUp.remove(Long.toString(id));
        if (lease == null) {
            room.countLeases(-1);
            notes.over(id);
            events.accept(Answers.lostBy(Long.toString(id), failure));
        } else {
            SessionLease taken =
                    SessionLease.takenUp(id, lease, asked, parts.loop().now());
            open.put(taken.id(), taken);
            lease.onLoss(new Notices(taken));
            judgeAt(taken.overAt(heardAt));
        }
        if (then != null) {
            then.complete(null);
        }
    }

    /** The answer to the request: not a grant if the process has been silent for so long that it could not believe in it. */
    JsonLine granted(long request, Lease lease, AcquireLine asked, long waited) {
        SessionLease granted = new SessionLease(request, lease, asked);
        try {
            return handOut(granted, waited);
        } catch (RuntimeException e) {
            log.error("A grant could not be handed out, and is released lock={}", lease.name(), e);
            var unused = letGo(granted);
            return Answers.failed(e);
        }
    }

    private JsonLine handOut(SessionLease granted, long waited) {
        long left = granted.left(parts.loop().clock(), heardAt);
        if (left == 0) {
            var unused = letGo(granted);
            return JsonLine.error(
                    "silent",
                    "The lock was granted when the process had not been heard for too long, and was released.");
        }
        notes.granted(granted.request(), granted.lease().token()); // before its process hears of it
        open.put(granted.id(), granted);
        parts.figures().granted();
        room.countLeases(1);
        granted.lease().onLoss(new Notices(granted));
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
        CompletableFuture<Void> taken = takingUp.get(id);
        if (taken != null) {
            var unused = taken.thenRun(() -> release(id, answer));
            return;
        }
        SessionLease lease = open.get(id);
        if (lease == null) {
            answerTo(endingAgain.remove(id), false, answer);
            return;
        }
        boolean lost = lease.isLost();
        remove(lease, Ending.RELEASE);
        answerTo(letGo(lease), lost, answer);
    }

    private void answerTo(@Nullable CompletableFuture<Boolean> release, boolean lost, Consumer<JsonLine> answer) {
        if (release == null) {
            answer.accept(Answers.released(false));
            return;
        }
        var unused = release.whenComplete((held, failure) -> parts.loop()
                .runOrPost(() ->
                        answer.accept(failure == null ? Answers.released(held && !lost) : Answers.failed(failure))));
    }

    /** That one ends is noted before its remove is sent: the next host agent must not go on with it then. */
    private CompletableFuture<Boolean> letGo(SessionLease lease) {
        notes.ending(lease.request());
        parts.sessions().countReleases(1);
        return parts.letGo(lease.lease())
                .whenComplete((held, failure) -> parts.loop().post(() -> {
                    if (failure == null) {
                        notes.over(lease.request());
                    }
                    parts.sessions().countReleases(-1);
                }));
    }

    void releaseAll() {
        releaseAllBut(Set.of());
    }

    /** Those in which the process does not believe. */
    void releaseAllBut(Set<String> believed) {
        List.copyOf(open.values()).stream()
                .filter(lease -> !believed.contains(lease.id()))
                .forEach(lease -> end(lease, Ending.RELEASE));
        takingUp.forEach((id, taken) -> {
            if (!believed.contains(id)) {
                var unused = taken.thenRun(() -> release(id, answer -> {}));
            }
        });
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
                var unused = letGo(lease);
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
        var unused = letGo(lease);
    }

    /** One that was lost has ended before. */
    private void remove(SessionLease lease, Ending how) {
        if (open.remove(lease.id()) != null && !lease.isLost()) {
            parts.figures().ended(how);
        }
        room.countLeases(-1);
    }
}
