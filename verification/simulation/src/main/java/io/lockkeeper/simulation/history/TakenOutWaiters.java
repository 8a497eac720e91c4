package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Waiters that an operator takes out of a queue: each call ends at once, with the reason. It gets no lease after that. */
final class TakenOutWaiters {

    private static final String RULE = "a waiter that is taken out is told so at once";
    private static final long TOLD_WITHIN = Duration.ofMillis(700).toNanos();
    private static final long KNOWN = Duration.ofSeconds(4).toNanos();

    private final Scheduler scheduler;
    private final SimulatedServer server;
    private final Journal journal;
    private final Map<String, Service> services;
    private final List<Out> out = new ArrayList<>();

    TakenOutWaiters(Scheduler scheduler, SimulatedServer server, Journal journal, Map<String, Service> services) {
        this.scheduler = scheduler;
        this.server = server;
        this.journal = journal;
        this.services = services;
    }

    private record Out(String lock, String call, String acquirer, long at) {}

    /** An operator takes out the first who waits for the lock. */
    void takeOut(String lock) {
        server.document(lock).stream()
                .flatMap(each -> each.queue().stream())
                .findFirst()
                .ifPresent(waiter -> takeOut(lock, waiter));
    }

    private void takeOut(String lock, Waiter waiter) {
        server.takeOut(lock, waiter.acquirer(), "take-out-" + (out.size() + 1));
        if (server.document(lock)
                .flatMap(each -> each.takenOut(waiter.acquirer()))
                .isPresent()) { // else it had expired
            Out each = new Out(lock, waiter.owner().note(), waiter.acquirer(), scheduler.now());
            out.add(each);
            var unused = scheduler.after(TOLD_WITHIN, () -> check(each));
        }
    }

    private void check(Out taken) {
        if (end(taken).isEmpty() && isItsOnlyEntry(taken) && couldHear(taken)) {
            journal.broken(RULE, "%s was taken out of the queue of %s".formatted(taken.call(), taken.lock()));
        }
    }

    private boolean couldHear(Out taken) {
        Service service = services.get(agent(taken));
        return service != null
                && !service.machine().isDead()
                && service.machine().troubles().until(Troubles.ANY) < taken.at() - KNOWN
                && server.listensSince(service.name()).orElse(taken.at()) < taken.at();
    }

    private static String agent(Out taken) {
        return taken.call().substring(0, taken.call().indexOf('/'));
    }

    /** A call that was granted a lease too late asks again by another entry, and the one taken out may be what is left of the first. */
    private boolean isItsOnlyEntry(Out taken) {
        return server.changes().stream()
                .filter(change -> change.lock().equals(taken.lock()))
                .flatMap(change -> change.document().stream())
                .flatMap(each -> each.queue().stream())
                .noneMatch(waiter -> waiter.owner().note().equals(taken.call())
                        && !waiter.acquirer().equals(taken.acquirer()));
    }

    /** How the call ended, before it was taken out or after. */
    private Optional<Event> end(Out taken) {
        return journal.events().stream()
                .filter(event -> switch (event) {
                    case Event.Granted granted -> granted.call().equals(taken.call());
                    case Event.Refused refused -> refused.call().equals(taken.call());
                    case Event.Unknown unknown -> unknown.call().equals(taken.call());
                    default -> false;
                })
                .findFirst();
    }

    /** Finds calls that ended otherwise. A try, and a call whose wait was over at that moment, are refused as any. */
    List<Broken> find() {
        return out.stream()
                .filter(this::isItsOnlyEntry)
                .flatMap(taken -> end(taken).stream().filter(end -> end.at() > taken.at() && isWrong(end)))
                .map(end -> new Broken(RULE, "%s its call ended by %s".formatted(Story.time(end.at()), end)))
                .toList();
    }

    private static boolean isWrong(Event end) {
        return end instanceof Event.Granted
                || (end instanceof Event.Refused refused
                        && !refused.why().equals(Caller.REFUSED)
                        && !refused.why().contains("out of the queue"));
    }
}
