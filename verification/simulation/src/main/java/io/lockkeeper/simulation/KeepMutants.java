package io.lockkeeper.simulation;

import static io.lockkeeper.simulation.Sources.BACKGROUND_RELEASES;
import static io.lockkeeper.simulation.Sources.COHORT;
import static io.lockkeeper.simulation.Sources.ENTRIES;
import static io.lockkeeper.simulation.Sources.KEEPER;
import static io.lockkeeper.simulation.Sources.KEEPING;
import static io.lockkeeper.simulation.Sources.KEPT_LEASE;
import static io.lockkeeper.simulation.Sources.KEPT_USE;
import static io.lockkeeper.simulation.Sources.LEASE_ENTRY;
import static io.lockkeeper.simulation.Sources.LOCK_MODEL;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Agents that keep leases with one rule taken out. */
final class KeepMutants {

    /** A use is held until it is ended: so the rule that is taken out is the last that guards it. */
    private static final Patch NO_LOOK_AT_THE_LEASE =
            new Patch(KEPT_USE, "return isMine() && kept.lease().isHeld();", "return isMine();");

    private static final Patch NO_LOOK_AFTER_THE_USE_BEGAN =
            new Patch(KEPT_LEASE, "if (!lease.isHeld()) { // it stood still", "if (number < 0) { // it stood still");

    /** Notes the use that is about to begin, where the model of the lock finds it. */
    private static final String COUNTED = "io.lockkeeper.model.memory.LockModel.USED.merge(acquirer, next, Math::max)";

    private KeepMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "kept-release-asks-nobody",
                        "a release of a kept lease answers true by a proof that is not older than its use",
                        new Patch(KEPT_USE, ">= TOO_SHORT_TO_LOSE", "< 0")),
                Mutant.of(
                        "tokens-as-asked",
                        "how many tokens a lease has is as the document says",
                        new Patch(
                                KEPT_LEASE,
                                "bid.acquirer(), keep.tokens(), !this.keep",
                                "bid.acquirer(), bid.request().keep().tokens(), !this.keep")),
                Mutant.of(
                        "tokens-are-given-again",
                        "a lock's token is the last of those that a lease has",
                        new Patch(
                                ENTRIES,
                                "token = entry.token + (entry.keep == null ? 1 : entry.keep.tokens()) - 1;",
                                "token = entry.token;")),
                Mutant.of(
                        "unused-tokens-are-given-back",
                        "what a lease leaves of its tokens is gone",
                        new Patch(
                                KEEPER,
                                "(seen & FLAGS) == 0 && next < uses",
                                COUNTED + " >= next && (seen & FLAGS) == 0 && next < uses"),
                        new Patch(
                                KEEPER,
                                "if (word.compareAndSet(seen, state(use + 1, (int)",
                                "int next = use + 1;\n            if (" + COUNTED
                                        + " >= next && word.compareAndSet(seen, state(next, (int)"),
                        new Patch(
                                LOCK_MODEL,
                                "public final class LockModel {",
                                "public final class LockModel {\n    public static final Map<String, Integer> USED = new java.util.concurrent.ConcurrentHashMap<>();"),
                        new Patch(
                                ENTRIES,
                                "entry.recalls = null;",
                                "entry.recalls = null;\n        LockModel.USED.put(entry.acquirer, 0);"),
                        new Patch(
                                ENTRIES,
                                "        holders.removeAll(leases);",
                                "leases.stream().filter(lease -> lease.keep != null && lease.evicted == null)"
                                        + ".forEach(lease -> token = lease.token + LockModel.USED.get(lease.acquirer));"
                                        + " holders.removeAll(leases);")),
                Mutant.of(
                        "kept-beyond-the-deadline",
                        "a kept lease is not used again past its deadline",
                        NO_LOOK_AT_THE_LEASE,
                        NO_LOOK_AFTER_THE_USE_BEGAN,
                        new Patch(
                                KEPT_LEASE,
                                "return lease.remainingNanos()",
                                "return Math.abs(lease.remainingNanos()) + Long.MAX_VALUE / 4")),
                Mutant.of(
                        "used-after-its-remove",
                        "once its remove is sent, a kept lease is not used again",
                        NO_LOOK_AT_THE_LEASE,
                        NO_LOOK_AFTER_THE_USE_BEGAN,
                        new Patch(
                                KEEPER,
                                "word.compareAndSet(seen, seen | (used ? last : ENDED))",
                                "word.compareAndSet(seen, used ? seen | last : seen)"),
                        new Patch(
                                KEPT_LEASE,
                                "keeping.forget(keeper);\n        CompletableFuture<Boolean> released",
                                "CompletableFuture<Boolean> released"),
                        new Patch(
                                KEPT_LEASE,
                                "        int use = keeper.end();\n        keeping.forget(keeper);\n        cohort.end();\n        if (use >= 0) {\n            current.released",
                                "        int use = -1;\n        if (use >= 0) {\n            current.released")),
                Mutant.of(
                        "early-recall-is-forgotten",
                        "a recall is remembered that comes before the answer to the grant",
                        new Patch(
                                KEEPING,
                                "boolean recalled = recalledBefore.remove(keeper.acquirer()) != null;",
                                "boolean recalled = recalledBefore.remove(keeper.acquirer()) == null && sentAt == 0;")),
                Mutant.of(
                        "kept-without-a-stream",
                        "nobody waits only by a call that was sent while the stream was open",
                        new Patch(KEEPING, "return listening != null && !shut", "return !shut"),
                        new Patch(
                                KEEPING,
                                "boolean heard = since != null && sentAt - since.since > 0;",
                                "boolean heard = since == null || sentAt - since.since < Long.MAX_VALUE / 2;")),
                Mutant.of(
                        "kept-over-a-broken-stream",
                        "when the stream breaks, what was kept ends",
                        new Patch(
                                KEEPING,
                                "        listening = null;\n        recallAll();",
                                "        listening = null;")),
                Mutant.of(
                        "recall-of-nobody",
                        "the agent that keeps a lease hears of everybody who wants the lock",
                        new Patch(
                                ENTRIES, "woken.add(lease.acquirer + \"?\")", "woken.remove(lease.acquirer + \"?\")")),
                Mutant.of(
                        "renewal-sees-nobody",
                        "the agent that keeps a lease sees at its renewal who wants the lock and has not recalled it",
                        new Patch(
                                LEASE_ENTRY,
                                "return !lock.lock().queue().isEmpty() || lock",
                                "return lock.lock().queue().size() > 500 || lock")),
                Mutant.of(
                        "cohort-without-an-end",
                        "whoever waits has its turn after the cohort's time",
                        new Patch(
                                COHORT,
                                "alarms.after(time, this::end)",
                                "alarms.after(time.plusSeconds(60), this::end)")),
                Mutant.of(
                        "rests-before-another",
                        "a lease does not rest while a waiter in memory asks for something else",
                        new Patch(
                                COHORT,
                                "boolean passes = isFor(first.bid().request()) && lease.lasts();",
                                "if (!isFor(first.bid().request())) { return -1; } boolean passes = lease.lasts();"),
                        new Patch(
                                COHORT,
                                "mine = rest == Rest.KEPT && waiters.firstInMemory(lock()).isPresent()",
                                "mine = rest == Rest.KEPT && waiters.firstInMemory(lock()).filter(each -> isFor(each.bid().request())).isPresent()")),
                Mutant.of(
                        "forgotten-in-memory",
                        "waiters in memory join the queue when their agent stops handing its lease on",
                        new Patch(
                                COHORT,
                                "waiters.moveUpLater(lease.upkeep().server().machine(), lock());",
                                "waiters.count(lock());")),
                Mutant.of(
                        "kept-release-is-overtaken",
                        "a request goes behind the release of a lease that its agent kept",
                        new Patch(BACKGROUND_RELEASES, "if (begun.isEmpty()) {", "if (begun.size() >= 0) {")));
    }
}
