package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** One call of a method under its lease, which is released when all that the call began has ended. */
record LockedCall(LockAgent agent, LockedMethod method, Lease lease, MethodInvocation invocation) {

    @Nullable
    Object run() throws Throwable {
        Object result;
        try {
            result = proceed();
        } catch (Throwable failure) {
            if (!end() && !isOwnLoss(failure)) {
                failure.addSuppressed(lost());
            }
            throw failure;
        }
        if (result instanceof CompletionStage<?> stage) {
            return stage.whenComplete((value, failure) -> requireHeld(end()));
        }
        requireHeld(end());
        return result;
    }

    /** Inside a transaction that others began, the lock is held until that has ended, and the result too if it comes later. */
    @Nullable
    Object runInsideTransaction() throws Throwable {
        CompletableFuture<@Nullable Void> transaction = AmbientTransaction.endGuardedBy(lease);
        CompletableFuture<@Nullable Void> work = new CompletableFuture<>();
        var unused = transaction.runAfterBoth(work, lease::close);
        Object result;
        try {
            result = proceed();
        } catch (Throwable failure) {
            work.complete(null);
            throw failure;
        } finally {
            CurrentLease.keep(agent, lease, method, transaction);
        }
        if (result instanceof CompletionStage<?> stage) {
            return stage.whenComplete((value, failure) -> {
                work.complete(null);
                requireHeld(transaction.isDone() ? end() : lease.isHeld());
            });
        }
        work.complete(null);
        requireHeld(lease.isHeld());
        return result;
    }

    /** Ends the lease, and says whether it was held until then: by the server's answer if that is waited for, else by what is known now. */
    private boolean end() {
        if (!method.terms().backgroundRelease()) {
            return lease.release();
        }
        lease.close();
        return lease.loss().isEmpty();
    }

    private @Nullable Object proceed() throws Throwable {
        ((ProxyMethodInvocation) invocation).setArguments(method.withLease(invocation.getArguments(), lease));
        Object result = CurrentLease.during(agent, lease, method, invocation::proceed);
        Deferred.returned(result).ifPresent(later -> {
            throw new IllegalStateException("%s returned %s, %s".formatted(method, later, Deferred.ADVICE));
        });
        return result;
    }

    /** As thrown by a transaction whose commit was refused. */
    private boolean isOwnLoss(Throwable failure) {
        return failure instanceof LeaseLostException loss && loss.lock().equals(lease.name());
    }

    private void requireHeld(boolean held) {
        if (!held) {
            throw lost();
        }
    }

    private LeaseLostException lost() {
        return new LeaseLostException(lease.name(), lease.loss());
    }
}
