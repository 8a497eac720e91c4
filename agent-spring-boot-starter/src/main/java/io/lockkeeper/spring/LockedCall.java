package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.methods.LeasedCall;
import io.lockkeeper.agent.methods.MethodLeases;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** One call of a bean's method under its lease, which is released when all that the call started has ended. */
record LockedCall(LeasedCall call, MethodInvocation invocation) {

    @Nullable
    Object run() throws Throwable {
        return call.run(this::invoke);
    }

    /** Runs inside a caller's transaction: the lock is held until that has ended, and the result too if it comes later. */
    @Nullable
    Object runInsideTransaction() throws Throwable {
        Lease lease = call.lease();
        CompletableFuture<@Nullable Void> transaction = AmbientTransaction.endGuardedBy(lease);
        CompletableFuture<@Nullable Void> work = new CompletableFuture<>();
        var unused = transaction.runAfterBoth(work, lease::close);
        Object result;
        try {
            result = call.proceed(this::invoke);
        } catch (Throwable failure) {
            work.complete(null);
            throw failure;
        } finally {
            MethodLeases.keep(call, transaction);
        }
        if (result instanceof CompletionStage<?> stage) {
            return stage.whenComplete((value, failure) -> {
                work.complete(null);
                call.requireHeld(transaction.isDone() ? call.end() : lease.isHeld());
            });
        }
        work.complete(null);
        call.requireHeld(lease.isHeld());
        return result;
    }

    private @Nullable Object invoke() throws Throwable {
        ((ProxyMethodInvocation) invocation)
                .setArguments(call.method().withLease(invocation.getArguments(), call.lease()));
        Object result = invocation.proceed();
        Deferred.returned(result).ifPresent(later -> {
            throw new IllegalStateException("%s returned %s, %s".formatted(call.method(), later, Deferred.ADVICE));
        });
        return result;
    }
}
