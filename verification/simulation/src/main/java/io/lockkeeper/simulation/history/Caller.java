package io.lockkeeper.simulation.history;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.CapacityMismatchException;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockUnavailableException;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.simulation.machine.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A thread of a service: takes one lock after the other, holds it for a while, looks whether it holds it, and lets go. */
final class Caller implements Runnable {

    static final String REFUSED = "refused";

    private final Service service;
    private final String name;
    private final List<Take> takes;
    private int number;

    Caller(Service service, String name, List<Take> takes) {
        this.service = service;
        this.name = name;
        this.takes = takes;
    }

    @Override
    public void run() {
        for (Take take : takes) {
            number++;
            String call = String.format(Locale.ROOT, "%s/%s.%d", service.name(), name, number);
            journal()
                    .add(new Event.Asked(
                            now(),
                            service.name(),
                            call,
                            take.lock(),
                            take.weight(),
                            take.capacity(),
                            !take.longestWait().isZero()));
            Optional<Lease> lease = take(take, call);
            lease.ifPresent(each -> hold(take, call, each));
            var unused = Thread.interrupted();
        }
        service.ended();
    }

    private Optional<Lease> take(Take take, String call) {
        long began = now();
        try {
            Optional<Lease> lease = ask(service.agent(), take, call);
            if (lease.isEmpty()) {
                journal().add(new Event.Refused(now(), service.name(), call, REFUSED));
            }
            lease.ifPresent(each -> granted(take, call, each));
            return lease;
        } catch (CapacityMismatchException e) {
            service.refused(call, take.lock(), began);
            journal().add(new Event.Refused(now(), service.name(), call, String.valueOf(e.getMessage())));
        } catch (LockUnavailableException | InterruptedException | CancellationException e) {
            journal().add(new Event.Unknown(now(), service.name(), call, String.valueOf(e.getMessage())));
        } catch (LockException | IllegalStateException e) {
            journal().add(new Event.Refused(now(), service.name(), call, String.valueOf(e.getMessage())));
        }
        return Optional.empty();
    }

    private Optional<Lease> ask(LockAgent agent, Take take, String call) throws InterruptedException {
        if (take.is("cancel:")) {
            return later(agent, take, call);
        }
        if (take.is("interrupt:")) {
            Thread me = Thread.currentThread();
            service.after(take.mannerTime(), () -> {
                if (service.isAsking(call)) {
                    me.interrupt();
                }
            });
        }
        service.asking(call);
        try {
            return take.longestWait().isZero()
                    ? attempt(agent, take, call)
                    : Optional.of(agent.acquire(take.request(call)));
        } catch (LockNotAcquiredException e) {
            return Optional.empty();
        } finally {
            service.answered(call);
        }
    }

    private Optional<Lease> attempt(LockAgent agent, Take take, String call) {
        long began = now();
        long heldBefore = Scheduler.heldSoFar();
        Attempt attempt = agent.attempt(take.request(call));
        service.returned(call, began, heldBefore);
        if (attempt instanceof Attempt.Refused refused) {
            service.refused(call, began, refused);
        }
        return attempt.lease();
    }

    private Optional<Lease> later(LockAgent agent, Take take, String call) throws InterruptedException {
        CompletableFuture<Lease> future = agent.acquireAsync(take.request(call));
        service.after(take.mannerTime(), () -> service.start("cancel", () -> future.cancel(true)));
        try {
            return Optional.of(future.join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof LockNotAcquiredException) {
                return Optional.empty();
            } else if (e.getCause() instanceof LockException failed) {
                throw failed;
            } else if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw e;
        }
    }

    private void granted(Take take, String call, Lease lease) {
        Scheduler.enterStep(); // the agent has handed it out: what it looks like is noted at that moment
        journal()
                .add(new Event.Granted(
                        now(),
                        service.name(),
                        call,
                        take.lock(),
                        lease.token(),
                        lease.remaining().toNanos()));
        service.granted(take, call, lease);
        Scheduler.leaveStep();
        lease.onLoss((lost, loss) -> journal()
                .add(new Event.Lost(now(), service.name(), call, loss.getClass().getSimpleName(), loss.toString())));
    }

    private void hold(Take take, String call, Lease lease) {
        boolean held = isHeld(call, lease);
        if (held) {
            service.used(take, call, lease);
        }
        for (int look = 0; look < 4 && held && !take.hold().isZero(); look++) {
            pause(take.hold().dividedBy(4));
            held = isHeld(call, lease);
        }
        if (held && take.is("renew")) {
            renew(lease);
            held = isHeld(call, lease);
        }
        journal().add(new Event.Releasing(now(), service.name(), call));
        service.releasing(lease);
        long began = now();
        long heldBefore = Scheduler.heldSoFar();
        if (take.is("background")) {
            CompletableFuture<Boolean> answer = lease.releaseAsync();
            service.returned(call, began, heldBefore);
            service.left(call, lease);
            var unused = answer.thenAccept(ended -> released(take, call, lease, ended));
        } else {
            boolean ended = lease.release();
            service.returned(call, began, heldBefore);
            released(take, call, lease, ended);
        }
    }

    private void released(Take take, String call, Lease lease, boolean ended) {
        service.released(take, call, lease, ended);
        boolean isGone = ended && !take.is("shortest:"); // which the rules of the fault suite take for granted
        journal().add(new Event.Released(now(), service.name(), call, isGone));
    }

    private boolean isHeld(String call, Lease lease) {
        long before = now();
        long left = lease.remaining().toNanos();
        boolean held = lease.isHeld();
        boolean byItself = lease.loss()
                        .filter(LeaseLoss.AgentClosed.class::isInstance)
                        .isPresent()
                || lease.loss().filter(LeaseLoss.HeldTooLong.class::isInstance).isPresent();
        if (held) {
            journal().add(new Event.Held(before, service.name(), call, left));
        } else if (!byItself) {
            journal().add(new Event.NotHeld(now(), service.name(), call));
        }
        return held;
    }

    private static void renew(Lease lease) {
        try {
            lease.renew();
        } catch (LockException e) {
            // the next look shows it
        }
    }

    private void pause(Duration time) {
        try {
            service.machine().sleep(time);
        } catch (InterruptedException e) {
            // it was meant for the call before
        }
    }

    private Journal journal() {
        return service.journal();
    }

    private long now() {
        return journal().now();
    }
}
