package io.lockkeeper.agent;

import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.fitness.ServerFitness;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.OwnThread;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets requests pass once the server has been found fit for locks. One check at a time is under way, on a thread of the agent: each request
 * awaits it for its own time, and for its {@link #FIRST} time, in which it connects. A check that failed counts for a second; the next request
 * after that begins another.
 */
final class Admission {

    private static final Logger log = LoggerFactory.getLogger(Admission.class);
    private static final Duration FAILURE_COUNTS = Duration.ofSeconds(1);
    /** From its start on: no request is refused for a server that is only being connected to. */
    private static final Duration FIRST = Duration.ofSeconds(1);

    /** A refusal as the agent's callers see it. */
    static final ServerFitness.Refusals REFUSALS = new ServerFitness.Refusals() {
        @Override
        public RuntimeException unsupported(String message, @Nullable Throwable cause) {
            return new UnsupportedServerException(message, cause);
        }

        @Override
        public RuntimeException unavailable(String message, Throwable cause) {
            return new ServerUnavailableException(message, cause);
        }
    };

    private final Machine machine;
    private final Supplier<CollectionLook> check;
    private final Consumer<CollectionLook> prepare;
    private final AtomicReference<@Nullable Check> latest = new AtomicReference<>();
    private final AtomicReference<@Nullable Runnable> whenPassed = new AtomicReference<>();
    private volatile CompletableFuture<?> besides = CompletableFuture.completedFuture(null);
    private volatile boolean passed;

    /**
     * Both functions may throw an {@link UnsupportedServerException} or a {@link ServerUnavailableException}.
     *
     * @param check finds the server fit, and the collection free
     * @param prepare makes the indexes, or looks at them
     */
    Admission(Machine machine, Supplier<CollectionLook> check, Consumer<CollectionLook> prepare) {
        this.machine = machine;
        this.check = check;
        this.prepare = prepare;
    }

    /** A check for all requests that arrive before its end. */
    private final class Check {
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private final OwnThread thread = new OwnThread(machine.daemon("lockkeeper-admission", this::run));
        private final long began = machine.nanos();
        private volatile long failedAt;

        private void run() {
            try {
                prepareIfPossible(check.get());
                passed();
                over.complete(null);
            } catch (RuntimeException | Error e) { // any error, because requests wait for the check
                failedAt = machine.nanos();
                over.completeExceptionally(e);
            }
        }

        private long leftOfFirst() {
            return FIRST.toNanos() - (machine.nanos() - began);
        }

        private boolean counts() {
            return !over.isCompletedExceptionally() || machine.nanos() - failedAt < FAILURE_COUNTS.toNanos();
        }
    }

    /**
     * Checks the server at once, before any request.
     *
     * @throws UnsupportedServerException if the server is not fit, others use the collection, or it lacks an index that the mode asks for
     * @throws ServerUnavailableException if no primary answers in time
     */
    void pass() {
        prepare.accept(check.get());
        passed();
    }

    /** Runs the action once the server was found fit, or now if it was. */
    void whenPassed(Runnable action) {
        whenPassed.set(action);
        if (passed) {
            runOnce();
        }
    }

    private void passed() {
        passed = true;
        runOnce();
    }

    private void runOnce() {
        Runnable action = whenPassed.getAndSet(null);
        if (action != null) {
            action.run();
        }
    }

    /** Has requests wait for this, too, but not fail for want of it. */
    void awaitToo(CompletableFuture<?> other) {
        besides = other;
    }

    /** Whether requests pass at once. */
    boolean isPassed() {
        return passed && besides.isDone();
    }

    /**
     * Awaits the check before a request, no longer than given, and not after its agent began to close. Missing indexes are no reason to
     * refuse it: they only purge idle documents.
     */
    void await(LockName lock, Duration longest, CompletableFuture<?> closing) throws InterruptedException {
        long began = machine.nanos();
        if (!passed) {
            awaitCheck(lock, longest, closing);
        }
        long left = longest.toNanos() - (machine.nanos() - began);
        if (left > 0 && !besides.isDone()) {
            var unused = machine.await(CompletableFuture.anyOf(besides, closing), left);
        }
    }

    private void awaitCheck(LockName lock, Duration longest, CompletableFuture<?> closing) throws InterruptedException {
        Check check = underWay();
        CompletableFuture<Void> over = check.over;
        long most = Math.max(longest.toNanos(), check.leftOfFirst());
        if (!machine.await(CompletableFuture.anyOf(over, closing), most)) {
            throw unavailable(lock, "No MongoDB primary answered within " + longest, null);
        }
        if (!over.isDone()) {
            throw unavailable(lock, Gate.CLOSED, null);
        }
        if (over.isCompletedExceptionally()) {
            throw refusal(lock, over.exceptionNow());
        }
    }

    /** The refusal of one request: those that share a check do not share an exception. */
    private static RuntimeException refusal(LockName lock, Throwable why) {
        String message = String.valueOf(why.getMessage());
        return why instanceof UnsupportedServerException && why.getCause() == null
                ? new UnsupportedServerException(message, null)
                : unavailable(lock, message, why.getCause() == null ? why : why.getCause());
    }

    private static LockUnavailableException unavailable(LockName lock, String why, @Nullable Throwable cause) {
        return new LockUnavailableException(lock.value(), why, cause);
    }

    private Check underWay() {
        Check last = latest.get();
        while (last == null || !last.counts()) {
            Check next = new Check();
            last = latest.compareAndSet(last, next) ? next : latest.get();
        }
        last.thread.startOrWake();
        return last;
    }

    private void prepareIfPossible(CollectionLook look) {
        try {
            prepare.accept(look);
        } catch (UnsupportedServerException | ServerUnavailableException e) {
            log.warn("Locks work, but documents of unused ones may stay: {}", e.getMessage());
        }
    }
}
