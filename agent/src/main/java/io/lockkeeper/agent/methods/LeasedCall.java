package io.lockkeeper.agent.methods;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One call of a method under its lease, which is released when all that the call started has ended. */
public record LeasedCall(LockAgent agent, MethodLock method, Lease lease) {

    /**
     * Runs the method and releases the lease: at once, or when the {@link CompletionStage} that it returned has ended.
     *
     * @throws LeaseLostException if the method returned after its lease was lost; what it throws itself has that among its suppressed exceptions
     */
    public <X extends Throwable> @Nullable Object run(MethodBody<X> body) throws X {
        Object result;
        try {
            result = proceed(body);
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

    /**
     * Runs the method, and leaves the lease as it is.
     *
     * @throws IllegalStateException if the method returned something whose work would be done after the release
     */
    public <X extends Throwable> @Nullable Object proceed(MethodBody<X> body) throws X {
        Object result = MethodLeases.during(this, body);
        LaterResults.returned(result).ifPresent(later -> {
            throw new IllegalStateException("%s returned %s, %s".formatted(method, later, LaterResults.ADVICE));
        });
        return result;
    }

    /** Ends the lease, and says whether it was held until then: by the server's answer if that is waited for, else by what is known now. */
    public boolean end() {
        if (!method.terms().backgroundRelease()) {
            return lease.release();
        }
        lease.close();
        return lease.loss().isEmpty();
    }

    /**
     * Refuses the result of a method whose lease was lost.
     *
     * @throws LeaseLostException if it was not held
     */
    public void requireHeld(boolean held) {
        if (!held) {
            throw lost();
        }
    }

    /** Whether it is this lease's loss, as thrown by a transaction whose commit was refused. */
    private boolean isOwnLoss(Throwable failure) {
        return failure instanceof LeaseLostException loss && loss.lock().equals(lease.name());
    }

    private LeaseLostException lost() {
        return new LeaseLostException(lease.name(), lease.loss());
    }
}
