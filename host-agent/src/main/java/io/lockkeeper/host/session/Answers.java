package io.lockkeeper.host.session;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.CapacityMismatchException;
import io.lockkeeper.agent.HeldBy;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.QueueFullException;
import io.lockkeeper.agent.TakenOutException;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.JsonLine;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What the host agent's lines hold, beside what they answer and what was read. */
public final class Answers {

    private static final int LONGEST = 300;

    private Answers() {}

    /**
     * The answer to a hello.
     *
     * @param key by which the session can be resumed; empty if it cannot
     */
    public static JsonLine welcome(String session, String store, ProcessProof proof, String key) {
        return new JsonLine()
                .with("session", session)
                .with("beatMs", HostSettings.BEAT_MILLIS)
                .with("store", store)
                .with("proof", proof.kind())
                .with("resume", !key.isEmpty())
                .with("key", key.isEmpty() ? null : key);
    }

    static JsonLine granted(SessionLease lease, long waited, long left) {
        return JsonLine.of(
                "granted",
                new JsonLine()
                        .with("lease", lease.id())
                        .with("lock", lease.lease().name())
                        .with("token", lease.lease().token())
                        .with("waitedMs", waited)
                        .with("leftMs", left));
    }

    static JsonLine released(boolean wasHeld) {
        return JsonLine.of("released", JsonLine.of("wasHeld", wasHeld));
    }

    static JsonLine queued(Attempt.Refused behind) {
        return JsonLine.of("queued", others(behind.heldBy()).with("ahead", behind.waiting()));
    }

    /** How a request ended that was not granted. */
    public static JsonLine failed(Throwable failure) {
        return switch (failure) {
            case LockNotAcquiredException refused ->
                JsonLine.of("refused", others(refused.heldBy()).with("waiting", refused.waiting()));
            case QueueFullException full -> JsonLine.error("queueFull", full.getMessage() + ".");
            case CapacityMismatchException other -> JsonLine.error("capacity", other.getMessage() + ".");
            case TakenOutException out -> JsonLine.error("takenOut", out.getMessage() + ".");
            case IllegalArgumentException wrong -> JsonLine.error("field", wrong.getMessage() + ".");
            case LockException other -> JsonLine.error("unavailable", other.getMessage() + ".");
            default -> unexpected(failure);
        };
    }

    /** Its kind and its words, as many as a peer can read. */
    private static JsonLine unexpected(Throwable failure) {
        String what = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        return JsonLine.error(
                "failed",
                "The request failed unexpectedly: %s.".formatted(what.substring(0, Math.min(what.length(), LONGEST))));
    }

    private static JsonLine others(List<HeldBy> heldBy) {
        Optional<HeldBy> first = heldBy.stream().findFirst();
        return new JsonLine()
                .with("holders", heldBy.size())
                .with("holder", first.map(Answers::holder).orElse(null));
    }

    private static JsonLine holder(HeldBy holder) {
        return new JsonLine()
                .with("service", holder.owner().service())
                .with("instance", holder.owner().instance())
                .with("host", holder.owner().host())
                .with("pid", holder.owner().pid())
                .with("note", holder.owner().note())
                .with("details", holder.owner().details().values())
                .with("since", holder.since())
                .with("leftMs", holder.remaining().toMillis());
    }

    static JsonLine lost(String lease, LeaseLoss loss) {
        JsonLine lost = new JsonLine().with("lease", lease);
        JsonLine told = switch (loss) {
            case LeaseLoss.Expired expired -> lost.with("cause", "expired");
            case LeaseLoss.Evicted evicted ->
                lost.with("cause", "evicted")
                        .with("by", evicted.eviction().by())
                        .with("reason", evicted.eviction().reason());
            case LeaseLoss.TakenOver takenOver -> lost.with("cause", "takenOver");
            case LeaseLoss.HeldTooLong heldTooLong -> lost.with("cause", "heldTooLong");
            case LeaseLoss.OuterLockLost outer -> lost.with("cause", "outerLockLost");
            case LeaseLoss.AgentClosed closed -> lost.with("cause", "agentClosed");
        };
        return JsonLine.of("lost", told);
    }

    /** One that could not be taken up from the host agent before this one. */
    static JsonLine lostBy(String lease, @Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return cause instanceof LeaseLostException lost && lost.loss().isPresent()
                ? lost(lease, lost.loss().get())
                : lost(lease, "ended");
    }

    /** By the host agent, for a reason of its own. */
    static JsonLine lost(String lease, String cause) {
        return JsonLine.of("lost", new JsonLine().with("lease", lease).with("cause", cause));
    }
}
