package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several lock observers as one, called one after the other. The exception of one does not keep the others from being called. */
record LockObservers(List<LockObserver> observers) implements LockObserver {

    private static final Logger log = LoggerFactory.getLogger(LockObservers.class);

    static LockObserver of(List<LockObserver> observers) {
        return switch (observers.size()) {
            case 0 -> NONE;
            case 1 -> observers.getFirst();
            default -> new LockObservers(observers);
        };
    }

    @Override
    public Acquiring acquiring(LockRequest request) {
        return new AllAcquiring(made(observers, observer -> observer.acquiring(request)));
    }

    @Override
    public void renewed(int entries, Duration lag) {
        each(observers, observer -> observer.renewed(entries, lag));
    }

    @Override
    public void outcomeUnknown(Exception cause) {
        each(observers, observer -> observer.outcomeUnknown(cause));
    }

    @Override
    public void batchSent(int calls) {
        each(observers, observer -> observer.batchSent(calls));
    }

    private record AllAcquiring(List<Acquiring> told) implements Acquiring {

        /** The request as each observer in turn has changed it. */
        @Override
        public LockRequest request(LockRequest asked) {
            LockRequest request = asked;
            for (Acquiring each : told) {
                LockRequest before = request;
                request = Objects.requireNonNullElse(guarded(each, acquiring -> acquiring.request(before)), before);
            }
            return request;
        }

        @Override
        public void queued(Attempt.Refused behind) {
            each(told, acquiring -> acquiring.queued(behind));
        }

        @Override
        public Holding granted(Lease lease, Optional<Owner> previous) {
            return new AllHolding(made(told, acquiring -> acquiring.granted(lease, previous)));
        }

        @Override
        public void refused(Attempt.Refused refused) {
            each(told, acquiring -> acquiring.refused(refused));
        }

        @Override
        public void failed(Exception failure) {
            each(told, acquiring -> acquiring.failed(failure));
        }
    }

    private record AllHolding(List<Holding> told) implements Holding {
        @Override
        public void released(Duration held) {
            each(told, holding -> holding.released(held));
        }

        @Override
        public void lost(LeaseLoss loss, Duration held) {
            each(told, holding -> holding.lost(loss, held));
        }
    }

    private static <T, R> List<R> made(List<T> observers, Function<T, R> call) {
        return observers.stream()
                .flatMap(observer -> Stream.ofNullable(guarded(observer, call)))
                .toList();
    }

    private static <T> void each(List<T> observers, Consumer<T> call) {
        observers.forEach(observer -> guarded(observer, told -> {
            call.accept(told);
            return told;
        }));
    }

    /** The result of the call; null if it throws. */
    private static <T, R> @Nullable R guarded(T observer, Function<T, R> call) {
        try {
            return call.apply(observer);
        } catch (RuntimeException e) {
            log.error("Lock observer {} failed", observer, e);
            return null;
        }
    }
}
