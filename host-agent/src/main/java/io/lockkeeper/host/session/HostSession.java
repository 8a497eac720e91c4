package io.lockkeeper.host.session;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.PeerConnection;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.ServedProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What one process has: its waits and its leases. It ends with its connection, once it has no leases; the end of a connection proves nothing
 * of its process, so its leases outlive it until they are no longer believed, or the process is proven to have ended.
 */
public final class HostSession implements PeerSession {

    private final long number;
    private final Hello hello;
    private final PeerConnection connection;
    private final HostParts parts;
    private final String process;
    private final SessionRoom room;
    private final SessionLeases leases;
    private final Map<Long, SessionWait> waits = new HashMap<>();
    private final ProcessProof proof;
    private final Details details;
    private final PeerQuestions questions;
    private long seen;

    public HostSession(Hello hello, ProcessProof proof, PeerConnection connection, HostParts parts) {
        this.number = parts.sessions().nextNumber();
        this.hello = hello;
        this.details = hello.details();
        this.proof = proof;
        this.connection = connection;
        this.parts = parts;
        this.process = connection.pid().orElseGet(() -> claimed(hello));
        this.room = parts.sessions().room(connection.user(), process);
        this.leases = new SessionLeases(parts, proof, room, this::event);
        this.questions = new PeerQuestions(parts, this::answer);
        parts.sessions().opened(this);
    }

    /** Where the kernel does not say which process it is. */
    private String claimed(Hello hello) {
        ProcessProof.Claim said = hello.process();
        return said.pid() > 0 ? said.pidNamespace() + said.pid() : name();
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public ProcessProof proof() {
        return proof;
    }

    private String name() {
        return "k" + number;
    }

    @Override
    public void welcome(long id) {
        answer(id, Answers.welcome(name(), parts.settings().store(), proof));
    }

    @Override
    public void serve(long id, Fields line) throws RequestRefusedException {
        if (line.has("acquire")) {
            acquire(id, line);
        } else if (line.has("beat")) {
            beat(id);
        } else if (line.has("release")) {
            release(id, line.text("release").orElse(""));
        } else if (line.has("cancel")) {
            cancel(id, line.number("cancel", 1, Long.MAX_VALUE).orElse(0));
        } else if (line.has("bye")) {
            bye(id);
        } else if (!questions.take(id, line)) {
            throw RequestRefusedException.because(
                    "verb", "The line asks for nothing: acquire, beat, release, cancel, sessions, status or bye.");
        }
    }

    @Override
    public void heard(long id) {
        seen = id;
        leases.heard();
    }

    private void acquire(long id, Fields line) throws RequestRefusedException {
        if (leases.areOfDead()) {
            throw RequestRefusedException.because(
                    "process",
                    "The process that said hello has ended; another one needs a connection of its own. The lock was"
                            + " not requested.");
        }
        AcquireLine asked = AcquireLine.in(line, details, parts.settings().agent());
        requireRoom(asked.request().name().value());
        long since = parts.loop().now();
        SessionWait wait =
                new SessionWait(id, asked, since, behind -> parts.loop().post(() -> queued(id, behind)));
        try {
            CompletableFuture<Lease> future = parts.notices().begin(parts.agent(), wait);
            wait.begin(future);
            waits.put(id, wait);
            room.countWaits(1);
            var unused =
                    future.whenComplete((lease, failure) -> parts.loop().post(() -> answered(wait, lease, failure)));
        } catch (RuntimeException e) {
            answer(id, Answers.failed(e));
        }
    }

    private void requireRoom(String lock) throws RequestRefusedException {
        if (parts.sessions().isEnding()) {
            throw RequestRefusedException.because("ending", "The host agent is ending. The lock was not requested.");
        }
        long forLock =
                waits.values().stream().filter(each -> each.lock().equals(lock)).count();
        room.require(forLock, parts.limits());
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
        } else if (!awaited || leases.areOfDead() || connection.isOver()) {
            var unused = parts.letGo(lease);
        } else {
            answer(wait.id(), leases.granted(lease, wait.asked(), parts.loop().now() - wait.since()));
        }
    }

    private static Throwable cause(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return cause == null ? new IllegalStateException("The request ended without an answer") : cause;
    }

    private boolean forget(SessionWait wait) {
        boolean was = waits.remove(wait.id()) != null;
        room.countWaits(was ? -1 : 0);
        return was;
    }

    private void cancel(long id, long waiting) {
        SessionWait wait = waits.get(waiting);
        if (wait != null) {
            forget(wait);
            wait.giveUp();
            answer(waiting, JsonLine.of("cancelled", true));
        }
        answer(id, JsonLine.of("cancelled", wait != null));
    }

    private void release(long id, String lease) {
        leases.release(lease, answer -> answer(id, answer));
    }

    private void beat(long id) {
        answer(id, JsonLine.of("left", leases.left()));
    }

    /** The process believes nothing any more. */
    private void bye(long id) {
        cancelWaits();
        leases.releaseAll();
        answer(id, JsonLine.of("bye", true));
        connection.close();
    }

    /** Nothing is granted any more: the waits end, with this answer. */
    @Override
    public void refuseWaits() {
        List<SessionWait> open = List.copyOf(waits.values());
        cancelWaits();
        open.forEach(wait -> answer(
                wait.id(), JsonLine.error("ending", "The host agent is ending. Nothing of the request stays behind.")));
    }

    private void cancelWaits() {
        for (SessionWait wait : List.copyOf(waits.values())) {
            forget(wait);
            wait.giveUp();
        }
    }

    /** The host agent ends: what is left runs to its expiry, as the process may still believe in it. */
    @Override
    public void abandon() {
        leases.abandon();
        connection.close();
    }

    @Override
    public void disconnected() {
        cancelWaits();
        new Departure(parts.loop(), proof, leases, this::over).watch();
    }

    private void over() {
        parts.sessions().over(this);
        parts.sessions().left(connection.user(), process);
    }

    @Override
    public JsonLine described() {
        return hello.described(name(), proof, connection)
                .with("heardMs", parts.loop().now() - leases.heardAt())
                .with("leases", leases.size())
                .with("waits", waits.size());
    }

    @Override
    public Optional<ServedProcess> served() {
        return Optional.of(new ServedProcess(
                hello.service(),
                hello.process().pid(),
                connection.user(),
                proof.command(),
                proof.isProcess(),
                Duration.ofMillis(parts.loop().now() - leases.heardAt()),
                leases.size(),
                waits.size()));
    }

    private void answer(long re, JsonLine answer) {
        connection.answer(seen, re, answer);
    }

    private void event(JsonLine event) {
        connection.send(JsonLine.of("seen", seen).with(event));
    }
}
