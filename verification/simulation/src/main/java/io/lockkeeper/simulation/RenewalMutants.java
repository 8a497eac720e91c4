package io.lockkeeper.simulation;

import static io.lockkeeper.simulation.Sources.BATCHER;
import static io.lockkeeper.simulation.Sources.CALL_SENDER;
import static io.lockkeeper.simulation.Sources.LEASE_ENTRY;
import static io.lockkeeper.simulation.Sources.LEASE_STATE;
import static io.lockkeeper.simulation.Sources.RENEWALS;
import static io.lockkeeper.simulation.Sources.SERVER;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Agents that renew late, not at all, or more than the server has; and whose batches mix up what they were answered. */
final class RenewalMutants {

    private RenewalMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "renewal-counts-from-the-answer",
                        "a renewal's deadline counts from the instant before it was handed to the driver",
                        new Patch(
                                SERVER,
                                "return new CallOfMany(stamp, sentAt, sender.touchAll(beats, stamp, timeout));",
                                "Touched touched = sender.touchAll(beats, stamp, timeout);\n        return new CallOfMany(stamp, sentAt < 0 ? sentAt : now(), touched);")),
                Mutant.of(
                        "late-renewal-revives",
                        "a renewal that is acknowledged after the deadline revives nothing",
                        new Patch(
                                LEASE_STATE,
                                "seen.isHeldAt(now) ? seen.until(touchedUntil) : seen",
                                "seen.phase instanceof Phase.Held ? new Term(seen.phase, touchedUntil, false) : seen"),
                        new Patch(LEASE_STATE, "return was.isHeldAt(now);", "return was.phase instanceof Phase.Held;")),
                Mutant.of(
                        "failed-renewal-is-the-last",
                        "one failed renewal is never the end of renewing",
                        new Patch(RENEWALS, "            due = retryAt;", "            due = retryAt + HOUR;")),
                Mutant.of(
                        "unread-renewal-is-the-last",
                        "a renewal whose answer could not be read is repeated",
                        new Patch(
                                RENEWALS,
                                "schedules.forEach(schedule -> schedule.failed(retryAt()));",
                                "schedules.forEach(schedule -> schedule.touchedAt(server.now() + HOUR));")),
                Mutant.of(
                        "renewals-sleep-on",
                        "an entry that is due sooner wakes the thread that renews",
                        new Patch(
                                RENEWALS,
                                "if (!closed && schedule.due - nextLook < 0) {",
                                "if (!closed && schedules.size() == 1) {")),
                Mutant.of(
                        "forgotten-with-its-waiter",
                        "what is forgotten with a waiter is not the lease that it was granted",
                        new Patch(
                                RENEWALS,
                                "schedule.entry.equals(entry) ? null : schedule",
                                "entry.bid().acquirer().isEmpty() ? schedule : null")),
                Mutant.of(
                        "unanswered-renewal-loses",
                        "a lease that a read does not show is lost only if the touch was acknowledged",
                        new Patch(
                                LEASE_ENTRY,
                                "if (touch.acknowledged() && lease.lose(gone(lock))) {",
                                "if (lease.lose(gone(lock))) {")),
                Mutant.of(
                        "batch-counts-from-the-answer",
                        "a batch's deadlines count from the instant before it was handed to the driver",
                        new Patch(
                                CALL_SENDER,
                                "new ServerCall(stamp, sentAt, heard(replies.get(i)))",
                                "new ServerCall(stamp, sentAt < 0 ? sentAt : now(), heard(replies.get(i)))")),
                Mutant.of(
                        "answers-of-a-batch-are-mixed-up",
                        "each call of a batch gets its own answer",
                        new Patch(BATCHER, "arrive(answers.get(i));", "arrive(answers.get(calls.size() - 1 - i));")),
                Mutant.of(
                        "batch-hands-on-nothing",
                        "a release in a batch tells the waiters that it touched",
                        new Patch(
                                CALL_SENDER,
                                "            handOn(asks.get(i), call);\n            calls.add",
                                "            calls.add")),
                Mutant.of(
                        "batch-forgets-whom-it-carries",
                        "an enqueue that a batch carries gets its own answer",
                        new Patch(
                                CALL_SENDER,
                                "all.get(i).carried().ifPresentOrElse(each -> each.answer().complete(call), () -> own.add(call));",
                                "ServerCall first = calls.getFirst();\n                all.get(i).carried().ifPresentOrElse(each -> each.answer().complete(first), () -> own.add(call));")));
    }
}
