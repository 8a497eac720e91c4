package io.lockkeeper.spring.reactive;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * An agent for code that must not block: virtual threads wait for the network. Nothing is sent before a subscription; a cancellation
 * withdraws the request, or releases the lease.
 */
public final class ReactiveLocks {

    private static final Scheduler THREADS = Schedulers.fromExecutor(
            action -> Thread.ofVirtual().name("lockkeeper-reactive").start(action));

    private final LockAgent agent;

    public ReactiveLocks(LockAgent agent) {
        this.agent = agent;
    }

    /** The lease, when the lock is granted; release it with {@link #release}. Errors are those of {@link LockAgent#acquire(LockRequest)}. */
    public Mono<Lease> acquire(LockRequest request) {
        return Mono.fromFuture(() -> agent.acquireAsync(request));
    }

    /** The lease if the lock is free and has no waiters; empty if not. */
    public Mono<Lease> tryAcquire(LockRequest request) {
        return acquire(request.withLongestWait(Duration.ZERO))
                .onErrorResume(LockNotAcquiredException.class, refused -> Mono.empty());
    }

    /** Whether the lease was held to its end. */
    public Mono<Boolean> release(Lease lease) {
        return Mono.fromCallable(lease::release).subscribeOn(THREADS);
    }

    /**
     * Does the work under the lock, and releases the lock when the work has completed, failed or been cancelled.
     *
     * @return the work's result, or a {@link LeaseLostException} if the lease was lost before the work completed
     */
    public <T> Mono<T> withLock(LockRequest request, Function<Lease, Mono<T>> work) {
        return Mono.usingWhen(
                        acquire(request),
                        work,
                        lease -> release(lease).flatMap(held -> held ? Mono.empty() : Mono.error(lost(lease))),
                        (lease, failure) -> release(lease),
                        this::release)
                .onErrorMap(ReactiveLocks::unwrapped);
    }

    /**
     * Does work of many results under the lock, and releases the lock when the work has completed, failed or been cancelled.
     *
     * @return the results, and a {@link LeaseLostException} as soon as the lease is lost, which cancels the work
     */
    public <T> Flux<T> withLockMany(LockRequest request, Function<Lease, Flux<T>> work) {
        return Flux.usingWhen(
                        acquire(request),
                        lease -> work.apply(lease).takeUntilOther(loss(lease)),
                        lease -> release(lease).flatMap(held -> held ? Mono.empty() : Mono.error(lost(lease))),
                        (lease, failure) -> release(lease),
                        this::release)
                .onErrorMap(ReactiveLocks::unwrapped);
    }

    /**
     * The work, which fails with a {@link LeaseLostException} if its lease is no longer held at its end. Inside a transaction, whose commit
     * the lock cannot observe, that lets it be rolled back: {@code operator.transactional(ReactiveLocks.guarded(lease, work))}.
     */
    public static <T> Mono<T> guarded(Lease lease, Mono<T> work) {
        Mono<T> end = Mono.defer(() -> lease.isHeld() ? Mono.empty() : Mono.error(lost(lease)));
        return work.concatWith(end).singleOrEmpty();
    }

    /** Completes if the lease is lost. An error would end the results and leave the work running: only a completion cancels it. */
    private static Mono<Void> loss(Lease lease) {
        return Mono.create(sink -> lease.onLoss((lost, cause) -> sink.success()));
    }

    /** The cause, because Reactor wraps failures after the work. */
    private static Throwable unwrapped(Throwable failure) {
        return failure.getCause() instanceof LeaseLostException lost ? lost : failure;
    }

    private static LeaseLostException lost(Lease lease) {
        return new LeaseLostException(lease.name(), lease.loss());
    }
}
