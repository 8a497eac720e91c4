package io.lockkeeper.host;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What one process has: its waits and its leases. It ends with its connection, once it has no leases; the end of a connection proves nothing
 * of its process, so its leases outlive it until they are no longer believed, or the process is proven to have ended.
 */
final class HostSession {

    private final long number;
    private final Hello hello;
    private final PeerConnection connection;
    private final HostParts parts;
    private final SessionLeases leases;
    private final Map<Long, SessionWait> waits = new HashMap<>();
    private final ProcessProof proof;
    private long seen;
    private boolean ended;

    HostSession(Hello hello, ProcessProof proof, PeerConnection connection, HostParts parts) {
        this.number = parts.sessions().nextNumber();
        this.hello = hello;
        this.proof = proof;
        this.connection = connection;
        this.parts = parts;
        this.leases = new SessionLeases(parts, this::event);
        parts.sessions().opened(this);
    }

    long number() {
        return number;
    }

    String name() {
        return "k" + number;
    }

    String proof() {
        return proof.isProcess() ? "process" : "none";
    }

    /**
     * The line of that id was read. What is read after the end of the process may be its last word, or another's that has its descriptor: it
     * can give leases up, and has none.
     */
    void heard(long id) {
        seen = id;
        ended = ended || proof.hasEnded();
        if (ended) {
            leases.loseToEnd();
        } else {
            leases.heard(parts.loop().now());
        }
    }

    void acquire(long id, Fields line) throws RequestRefusedException {
        if (ended) {
            throw RequestRefusedException.because(
                    "process",
                    "The process that said hello has ended; another one needs a connection of its own. The lock was"
                            + " not requested.");
        }
        AcquireLine asked =
                AcquireLine.in(line, hello.details(), parts.settings().agent());
        requireRoom(asked.request().name().value());
        long since = parts.loop().now();
        SessionWait wait =
                new SessionWait(id, asked, since, behind -> parts.loop().post(() -> queued(id, behind)));
        try {
            CompletableFuture<Lease> future = parts.notices().begin(parts.agent(), wait);
            wait.begin(future);
            waits.put(id, wait);
            parts.sessions().countWaits(1);
            var unused =
                    future.whenComplete((lease, failure) -> parts.loop().post(() -> answered(wait, lease, failure)));
        } catch (RuntimeException e) {
            answer(id, Answers.failed(e));
        }
    }

    private void requireRoom(String lock) throws RequestRefusedException {
        HostLimits limits = parts.limits();
        if (parts.sessions().isEnding()) {
            throw RequestRefusedException.because("ending", "The host agent is ending. The lock was not requested.");
        }
        requireUnder("waits of a session", waits.size(), limits.sessionWaits());
        requireUnder("leases of a session", waits.size() + leases.size(), limits.sessionLeases());
        requireUnder("waits of all sessions", parts.sessions().waits(), limits.waits());
        requireUnder(
                "leases of all sessions",
                parts.sessions().waits() + parts.sessions().leases(),
                limits.leases());
        long forLock =
                waits.values().stream().filter(each -> each.lock().equals(lock)).count();
        requireUnder("waits of a session for one lock", forLock, limits.waitsForLock());
    }

    private static void requireUnder(String what, long count, int most) throws RequestRefusedException {
        if (count >= most) {
            throw RequestRefusedException.because(
                    "limit",
                    String.format(
                            Locale.ROOT,
                            "There are %d %s, which is the limit. The lock was not requested.",
                            count,
                            what));
        }
    }

    private void queued(long id, Attempt.Refused behind) {
        if (waits.containsKey(id)) {
            answer(id, Answers.queued(behind));
        }
    }

    /** A grant that was cancelled, or whose session is over, is undone: its process has not heard of it. */
    private void answered(SessionWait wait, @Nullable Lease lease, @Nullable Throwable failure) {
        boolean awaited = forget(wait);
        if (lease == null) {
            if (awaited) {
                answer(wait.id(), Answers.failed(cause(failure)));
            }
        } else if (!awaited || ended || connection.isOver()) {
            var unused = lease.releaseAsync();
        } else {
            long waited = parts.loop().now() - wait.since();
            answer(wait.id(), leases.granted(lease, wait.asked(), waited));
        }
    }

    private static Throwable cause(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return cause == null ? new IllegalStateException("The request ended without an answer") : cause;
    }

    private boolean forget(SessionWait wait) {
        boolean was = waits.remove(wait.id()) != null;
        parts.sessions().countWaits(was ? -1 : 0);
        return was;
    }

    void cancel(long id, long waiting) {
        SessionWait wait = waits.get(waiting);
        if (wait != null) {
            forget(wait);
            wait.giveUp();
            answer(waiting, JsonLine.of("cancelled", true));
        }
        answer(id, JsonLine.of("cancelled", wait != null));
    }

    void release(long id, String lease) {
        leases.release(lease, wasHeld -> answer(id, JsonLine.of("released", JsonLine.of("wasHeld", wasHeld))));
    }

    void beat(long id) {
        answer(id, JsonLine.of("left", leases.left()));
    }

    void list(long id, long after) {
        answer(id, parts.sessions().page(after));
    }

    /** The process believes nothing any more. */
    void bye(long id) {
        cancelWaits();
        leases.releaseAll();
        answer(id, JsonLine.of("bye", true));
        connection.close();
    }

    /** Nothing is granted any more: the waits end, with this answer. */
    void refuseWaits() {
        List<SessionWait> open = List.copyOf(waits.values());
        cancelWaits();
        open.forEach(wait -> answer(
                wait.id(), Answers.error("ending", "The host agent is ending. Nothing of the request stays behind.")));
    }

    private void cancelWaits() {
        for (SessionWait wait : List.copyOf(waits.values())) {
            forget(wait);
            wait.giveUp();
        }
    }

    /** The host agent ends: what is left runs to its expiry, as the process may still believe in it. */
    void abandon() {
        leases.abandon();
        connection.close();
    }

    void disconnected() {
        cancelWaits();
        new Departure(parts.loop(), proof, leases, () -> parts.sessions().over(this)).watch();
    }

    JsonLine described() {
        return new JsonLine()
                .with("session", name())
                .with("service", hello.service())
                .with("instance", hello.instance())
                .with("client", hello.client())
                .with("user", connection.user())
                .with("pid", hello.pid())
                .with("command", proof.command())
                .with("proof", proof())
                .with("connected", !connection.isOver())
                .with("heardMs", parts.loop().now() - leases.heardAt())
                .with("leases", leases.size())
                .with("waits", waits.size());
    }

    private void answer(long re, JsonLine answer) {
        send(new JsonLine().with("seen", seen).with("re", re), answer);
    }

    private void event(JsonLine event) {
        send(new JsonLine().with("seen", seen), event);
    }

    private void send(JsonLine line, JsonLine more) {
        more.members().forEach(line::with);
        connection.send(line);
    }
}
