package io.lockkeeper.simulation;

import static io.lockkeeper.simulation.Sources.BACKGROUND_RELEASES;
import static io.lockkeeper.simulation.Sources.BATCHER;
import static io.lockkeeper.simulation.Sources.BID;
import static io.lockkeeper.simulation.Sources.CLOSING;
import static io.lockkeeper.simulation.Sources.ENTRIES;
import static io.lockkeeper.simulation.Sources.GRANTS;
import static io.lockkeeper.simulation.Sources.LOCAL_WAITER;
import static io.lockkeeper.simulation.Sources.LOCK_MODEL;
import static io.lockkeeper.simulation.Sources.PENDING_CALL;
import static io.lockkeeper.simulation.Sources.QUEUED_WAIT;
import static io.lockkeeper.simulation.Sources.RELEASE;
import static io.lockkeeper.simulation.Sources.TRY_ACQUIRE;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The faults that were found in the agent, put back one by one, and the fault suite's mutants that lie above the driver. */
final class Mutants {

    /** Those of its mutants that lie above the driver. */
    private static final Set<String> OF_THE_FAULT_SUITE = Set.of(
            "no-local-deadline",
            "deadline-from-the-answer",
            "deadline-from-a-read",
            "believes-counts",
            "one-remove-is-enough",
            "acquirer-is-used-again",
            "grant-from-its-event",
            "trusts-the-stream");

    private Mutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        ofTheFaultSuite(),
                        KeepMutants.all(),
                        RecallMutants.all(),
                        HintMutants.all(),
                        RenewalMutants.all(),
                        ofAnswers(),
                        ofWaiting(),
                        ofOperators(),
                        ofClosing())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Those of these names.
     *
     * @throws IllegalArgumentException if there is none of a name
     */
    static List<Mutant> named(String... names) {
        List<Mutant> all = all();
        List<String> known = all.stream().map(Mutant::name).toList();
        Stream.of(names).filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    "There is no mutant " + name + "; mutants are: " + String.join(", ", known));
        });
        return all.stream()
                .filter(mutant -> List.of(names).contains(mutant.name()))
                .toList();
    }

    private static List<Mutant> ofTheFaultSuite() {
        return io.lockkeeper.faults.mutant.Mutants.all().stream()
                .filter(mutant -> OF_THE_FAULT_SUITE.contains(mutant.name()))
                .map(mutant -> new Mutant(mutant.name(), mutant.rule(), mutant.patches()))
                .toList();
    }

    private static List<Mutant> ofAnswers() {
        return List.of(
                Mutant.of(
                        "refused-try-is-forgotten",
                        "a try that was asked again and is then refused is removed: its first enqueue may land later",
                        new Patch(
                                TRY_ACQUIRE,
                                "if (bid.isUncertain()) {\n            upkeep.removals()\n",
                                "if (bid.isUncertain() && bid.request().weight() < 0) {\n            upkeep.removals()\n")),
                Mutant.of(
                        "release-says-true",
                        "what nothing proves is not answered with true",
                        new Patch(
                                RELEASE,
                                "? new LeaseState.Phase.Released(false)\n                : new LeaseState.Phase.Lost",
                                "? new LeaseState.Phase.Released(true)\n                : new LeaseState.Phase.Lost")),
                Mutant.of(
                        "abandoned-call-is-sent",
                        "a call whose caller gave up before it was boarded is never sent, nor is one that was"
                                + " abandoned before it left",
                        new Patch(PENDING_CALL, "return taken.compareAndSet(false, true);", "return !taken.get();")),
                Mutant.of(
                        "abandoned-enqueue-counts-as-over",
                        "at most one call that may create an acquirer's entry is under way",
                        new Patch(
                                BID,
                                "        enqueueAbandoned(ticker.getAsLong(), timeout);",
                                "        enqueueNotSent();")),
                Mutant.of(
                        "try-overtakes-a-release",
                        "a request goes behind the releases of its agent that nobody waits for",
                        new Patch(BACKGROUND_RELEASES, "if (begun.isEmpty()) {", "if (begun.size() >= 0) {")),
                Mutant.of(
                        "callers-send-batches",
                        "no caller needs the thread of another, and its interrupt cuts off nobody else",
                        new Patch(BATCHER, "            threads.wake();", "            serve();")));
    }

    private static List<Mutant> ofWaiting() {
        return List.of(
                Mutant.of(
                        "grant-touched-twice-is-thrown-away",
                        "a grant that another touch of the agent reached is kept",
                        new Patch(
                                QUEUED_WAIT,
                                "if (grant.filter(Grant::isTouchedSince).isPresent()) {",
                                "if (grant.filter(Grant::isTouchedSince).filter(each -> !each.counts() &&"
                                        + " each.touchedAt() == 0).isPresent()) {")),
                Mutant.of(
                        "event-of-the-grant-is-all",
                        "who waits looks for itself when the holder's lease runs out",
                        new Patch(
                                LOCAL_WAITER,
                                "holderEndsAt.get() - ticker.getAsLong() <= 0",
                                "holderEndsAt.get() == 0"),
                        new Patch(
                                LOCAL_WAITER, "first ? sooner(holderEndsAt.get(), giveUpAt) : giveUpAt", "giveUpAt")));
    }

    private static List<Mutant> ofOperators() {
        return List.of(
                Mutant.of(
                        "taken-out-and-asks-again",
                        "a request that an operator took out of the queue ends, and says so",
                        new Patch(QUEUED_WAIT, ".ifPresent(this::end);", ".ifPresent(out -> waiter.hint());")),
                Mutant.of(
                        "take-out-wakes-nobody",
                        "a waiter that an operator took out of the queue hears of it at once",
                        new Patch(
                                ENTRIES,
                                "call.now()));\n            woken.add(acquirer);",
                                "call.now()));\n            woken.remove(acquirer);")),
                Mutant.of(
                        "pause-at-the-end",
                        "a pause stands before all who wait",
                        new Patch(LOCK_MODEL, "lock.queue.addFirst(new", "lock.queue.addLast(new")),
                Mutant.of(
                        "pause-recalls-nobody",
                        "a kept lease ends when its lock is paused",
                        new Patch(
                                LOCK_MODEL,
                                "        lock.recall(call, false);\n    }\n\n    /** As a pause",
                                "    }\n\n    /** As a pause")));
    }

    private static List<Mutant> ofClosing() {
        return List.of(
                Mutant.of(
                        "close-does-not-await-requests",
                        "closing counts and awaits the requests that are under way",
                        new Patch(CLOSING, "if (!gate.awaitOthers(REQUESTS_WITHIN)) {", "if (gate.isInside()) {")),
                Mutant.of(
                        "close-awaits-stalled-callers",
                        "a closing agent ends the entries of its callers without their threads",
                        new Patch(
                                CLOSING,
                                "upkeep.open().sent().stream())",
                                "upkeep.open().sent().stream().filter(bid -> !bid.wasSent() && !bid.isUnderWay()))")),
                Mutant.of(
                        "closing-agent-grants",
                        "a grant that comes to a closing agent is undone before its caller hears of the refusal",
                        new Patch(
                                GRANTS,
                                "if (upkeep.gate().isShut()) {",
                                "if (upkeep.gate().isShut() && lease.token() < 0) {")),
                Mutant.of(
                        "leases-are-closed-one-by-one",
                        "one deadline bounds a close, whatever the agent still holds",
                        new Patch(
                                CLOSING,
                                "removals.endAll(\n                Stream.concat(",
                                "open.values().stream().flatMap(List::stream).forEach(lease -> {"
                                        + " for (int i = 0; i < 3; i++) { removals.endAll(List.of(lease.bid()), List.of(),"
                                        + " machine.nanos() + CLOSE_WITHIN.toNanos()); } });\n"
                                        + "        removals.endAll(Stream.concat(")),
                Mutant.of(
                        "timers-stop-first",
                        "an agent stops its timers last",
                        new Patch(
                                CLOSING,
                                "int open = endLeases(giveUpAt);",
                                "removals.close(giveUpAt); int open = endLeases(giveUpAt);")),
                Mutant.of(
                        "waits-are-not-woken",
                        "closing refuses and wakes those that wait",
                        new Patch(CLOSING, "waiters.close();", "")));
    }
}
