package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.LockObserver.Holding;
import io.lockkeeper.agent.calls.CallObserver;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the observer, if there is one. What it throws is logged. What the agent's own threads report is reported on a virtual thread. */
final class Observing implements CallObserver {

    private static final Logger log = LoggerFactory.getLogger(Observing.class);

    private final Machine machine;
    private final @Nullable LockObserver observer;

    Observing(Machine machine, LockObserver observer) {
        this.machine = machine;
        this.observer = LockObserver.NONE.equals(observer) ? null : observer;
    }

    Acquiring acquiring(LockRequest asked) {
        if (observer == null) {
            return Acquiring.IGNORED;
        }
        Acquiring acquiring = guarded(() -> observer.acquiring(asked), Acquiring.IGNORED);
        return Acquiring.IGNORED.equals(acquiring) ? acquiring : new GuardedAcquiring(machine, acquiring);
    }

    @Override
    public void renewed(int entries, long lagNanos) {
        aside(told -> told.renewed(entries, Duration.ofNanos(Math.max(0, lagNanos))));
    }

    @Override
    public void outcomeUnknown(Exception cause) {
        aside(told -> told.outcomeUnknown(cause));
    }

    @Override
    public void batchSent(int calls) {
        aside(told -> told.batchSent(calls));
    }

    private void aside(Consumer<LockObserver> call) {
        if (observer != null) {
            tell(machine, () -> call.accept(observer));
        }
    }

    private static void tell(Machine machine, Runnable call) {
        machine.virtual("lockkeeper-observer", () -> guarded(call)).start();
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            log.error("A lock observer failed", e);
        }
    }

    private static <T> T guarded(Supplier<T> call, T otherwise) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            log.error("A lock observer failed", e);
            return otherwise;
        }
    }

    private record GuardedAcquiring(Machine machine, Acquiring told) implements Acquiring {
        @Override
        public LockRequest request(LockRequest asked) {
            return guarded(() -> told.request(asked), asked);
        }

        @Override
        public void asks(String acquirer) {
            guarded(() -> told.asks(acquirer));
        }

        @Override
        public void queued(Attempt.Refused behind) {
            guarded(() -> told.queued(behind));
        }

        @Override
        public Holding granted(Lease lease, Optional<Owner> previous) {
            return new GuardedHolding(machine, guarded(() -> told.granted(lease, previous), Holding.IGNORED));
        }

        @Override
        public void refused(Attempt.Refused refused) {
            guarded(() -> told.refused(refused));
        }

        @Override
        public void failed(Exception failure) {
            guarded(() -> told.failed(failure));
        }
    }

    /** Calls the observer under guard: the thread of the deadlines reports a loss, and must not wait for it. */
    private record GuardedHolding(Machine machine, Holding told) implements Holding {
        @Override
        public void released(Duration held) {
            guarded(() -> told.released(held));
        }

        @Override
        public void lost(LeaseLoss loss, Duration held) {
            tell(machine, () -> told.lost(loss, held));
        }
    }
}
