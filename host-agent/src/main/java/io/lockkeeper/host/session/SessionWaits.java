package io.lockkeeper.host.session;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.RequestRefusedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The requests of one session that are not answered yet. On the loop's thread only. */
final class SessionWaits {

    private static final String ENDING = "The host agent is ending. ";

    /** For so long the remove of a request that waited may not have been sent yet, or be on its way. */
    private static final long REMOVED_AFTER = 5_000;

    private final HostParts parts;
    private final SessionRoom room;
    private final SessionNotes notes;
    private final BiConsumer<Long, JsonLine> answers;
    private final BiConsumer<SessionWait, Lease> granted;
    private final Map<Long, SessionWait> open = new HashMap<>();

    /**
     * @param answers sends the answer to the line of that id
     * @param granted is handed each lease that is still awaited
     */
    SessionWaits(
            HostParts parts,
            SessionRoom room,
            SessionNotes notes,
            BiConsumer<Long, JsonLine> answers,
            BiConsumer<SessionWait, Lease> granted) {
        this.parts = parts;
        this.room = room;
        this.notes = notes;
        this.answers = answers;
        this.granted = granted;
    }

    int size() {
        return open.size();
    }

    boolean has(long id) {
        return open.containsKey(id);
    }

    void acquire(long id, AcquireLine asked, Map<String, Object> line) throws RequestRefusedException {
        requireRoom(asked.request().name().value());
        begin(wait(id, asked, line), () -> parts.succession().acquire(asked.request()));
    }

    /** A wait of the host agent before this one, in its place. */
    void goOn(EarlierRequests.Claimed claimed) {
        SessionWait wait =
                wait(claimed.request().id(), claimed.asked(), claimed.request().line());
        begin(
                wait,
                () -> parts.succession()
                        .wait(claimed.asked().request(), claimed.request().acquirer()));
    }

    private SessionWait wait(long id, AcquireLine asked, Map<String, Object> line) {
        boolean isNoted = asked.isResumable();
        Map<String, Object> noted = AcquireLine.noted(line);
        return new SessionWait(
                id, asked, parts.loop().now(), behind -> parts.loop().post(() -> queued(id, behind)), acquirer -> {
                    if (isNoted) {
                        notes.asks(id, acquirer, noted);
                    }
                });
    }

    private void begin(SessionWait wait, Supplier<CompletableFuture<Lease>> request) {
        try {
            CompletableFuture<Lease> future = parts.notices().begin(wait, request);
            wait.begin(future);
            open.put(wait.id(), wait);
            room.countWaits(1);
            var unused =
                    future.whenComplete((lease, failure) -> parts.loop().post(() -> answered(wait, lease, failure)));
        } catch (RuntimeException e) {
            answers.accept(wait.id(), Answers.failed(e));
        }
    }

    private void requireRoom(String lock) throws RequestRefusedException {
        if (parts.sessions().isEnding()) {
            throw RequestRefusedException.because("ending", ENDING + "The lock was not requested.");
        }
        long forLock =
                open.values().stream().filter(each -> each.lock().equals(lock)).count();
        room.require(forLock, parts.limits());
    }

    private void queued(long id, Attempt.Refused behind) {
        if (open.containsKey(id)) {
            answers.accept(id, Answers.queued(behind));
        }
    }

    /** A grant that was given up is undone: its process has not heard of it. Handed over, it is the next host agent's to find. */
    private void answered(SessionWait wait, @Nullable Lease lease, @Nullable Throwable failure) {
        if (parts.sessions().isHandingOver()) {
            return;
        }
        boolean awaited = forget(wait);
        if (lease == null) {
            leave(wait);
            if (awaited) {
                answers.accept(wait.id(), Answers.failed(cause(failure)));
            }
        } else if (awaited) {
            granted.accept(wait, lease);
        } else {
            undo(wait, lease);
        }
    }

    /** The next host agent removes it again if this one is killed before its own remove is sent. */
    private void leave(SessionWait wait) {
        if (wait.asked().request().longestWait().filter(Duration::isZero).isPresent()) {
            notes.over(wait.id());
        } else {
            notes.ending(wait.id());
            parts.loop().after(REMOVED_AFTER, () -> notes.over(wait.id()));
        }
    }

    void undo(SessionWait wait, Lease lease) {
        notes.ending(wait.id());
        var unused = parts.letGo(lease).whenComplete((held, failure) -> notes.over(wait.id()));
    }

    private static Throwable cause(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return cause == null ? new IllegalStateException("The request ended without an answer") : cause;
    }

    private boolean forget(SessionWait wait) {
        boolean was = open.remove(wait.id()) != null;
        room.countWaits(was ? -1 : 0);
        return was;
    }

    /** Whether it was under way. Its remove is sent from here on. */
    boolean cancel(long id) {
        SessionWait wait = open.get(id);
        if (wait != null) {
            forget(wait);
            notes.ending(id);
            wait.giveUp();
        }
        return wait != null;
    }

    /** Nothing is granted any more: the waits end, with this answer. */
    void refuseAll() {
        for (long id : List.copyOf(open.keySet())) {
            cancel(id);
            answers.accept(id, ending());
        }
    }

    /** To a request of which nothing is left. */
    static JsonLine ending() {
        return JsonLine.error("ending", ENDING + "Nothing of the request stays behind.");
    }

    void cancelAll() {
        cancelAllBut(Set.of());
    }

    /** Those that the process does not wait for. */
    void cancelAllBut(Set<Long> awaited) {
        List.copyOf(open.keySet()).stream().filter(id -> !awaited.contains(id)).forEach(this::cancel);
    }
}
