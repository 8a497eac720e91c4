package io.lockkeeper.simulation;

import static io.lockkeeper.simulation.Sources.BATCHER;
import static io.lockkeeper.simulation.Sources.BID;
import static io.lockkeeper.simulation.Sources.CALLS;
import static io.lockkeeper.simulation.Sources.CALL_SENDER;
import static io.lockkeeper.simulation.Sources.CLOSING;
import static io.lockkeeper.simulation.Sources.LEASE_ENTRY;
import static io.lockkeeper.simulation.Sources.LEASE_STATE;
import static io.lockkeeper.simulation.Sources.LEASE_UPKEEP;
import static io.lockkeeper.simulation.Sources.LOCAL_WAITER;
import static io.lockkeeper.simulation.Sources.QUEUED_ACQUIRE;
import static io.lockkeeper.simulation.Sources.RELEASE;
import static io.lockkeeper.simulation.Sources.TRY_ACQUIRE;
import static io.lockkeeper.simulation.Sources.WAKE_STREAM;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;
import java.util.stream.Stream;

/** The faults that were found in the agent, put back one by one, and the fault suite's mutants that lie above the driver. */
final class Mutants {

    private Mutants() {}

    static List<Mutant> all() {
        return Stream.of(ofTime(), ofAnswers(), ofWaiting(), ofClosing())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> ofTime() {
        return List.of(
                Mutant.of(
                        "no-local-deadline",
                        "past its deadline a lease is lost for its holder, whatever the server may say",
                        new Patch(LEASE_STATE, "return remainingNanos() <= 0;", "return false;")),
                Mutant.of(
                        "deadline-from-the-answer",
                        "the deadline counts from the instant before the write was handed to the driver",
                        new Patch(
                                CALL_SENDER,
                                "long sentAt = now();\n"
                                        + "        return new Call(stamp, sentAt, answers.heard(store.apply(ask, stamp,"
                                        + " timeout)));",
                                "Reply reply = answers.heard(store.apply(ask, stamp, timeout));\n"
                                        + "        return new Call(stamp, now(), reply);")),
                Mutant.of(
                        "deadline-from-a-read",
                        "nothing else moves a deadline: an entry without the touch's stamp was not touched",
                        new Patch(
                                LEASE_ENTRY,
                                "holder.get().stamp().equals(touch.stamp()) && holder.get().evicted() == null",
                                "holder.get().evicted() == null")));
    }

    private static List<Mutant> ofAnswers() {
        return List.of(
                Mutant.of(
                        "one-remove-is-enough",
                        "while an enqueue may still land, only a remove sent a ttl after it ends the repeats",
                        new Patch(
                                BID,
                                "return !uncertain || (!underWay && sentAt - mayLandUntil >= 0);",
                                "return true;")),
                Mutant.of(
                        "refused-try-is-forgotten",
                        "a try that was asked again and is then refused is removed: its first enqueue may land later",
                        new Patch(
                                TRY_ACQUIRE,
                                "if (bid.isUncertain()) {",
                                "if (bid.isUncertain() && bid.request().weight() < 0) {")),
                Mutant.of(
                        "acquirer-is-used-again",
                        "an acquirer that was ever sent a remove is never enqueued again",
                        new Patch(
                                QUEUED_ACQUIRE,
                                "long giveUpAt = calls.now() + longestWait.toNanos();",
                                "long giveUpAt = calls.now() + longestWait.toNanos(); Bid same = calls.bid(asked,"
                                        + " acquiring);"),
                        new Patch(
                                QUEUED_ACQUIRE,
                                "new LocalWaiter(calls.bid(asked, acquiring), ",
                                "new LocalWaiter(same, ")),
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
                        new Patch(BATCHER, "        if (pending.leave()) {", "        if (pending.isWaiting()) {")),
                Mutant.of(
                        "abandoned-enqueue-counts-as-over",
                        "at most one call that may create an acquirer's entry is under way",
                        new Patch(
                                CALLS,
                                "            bid.enqueueAbandoned(now(), options.commandTimeout());",
                                "            bid.enqueueEnded();")));
    }

    private static List<Mutant> ofWaiting() {
        return List.of(
                Mutant.of(
                        "grant-from-its-event",
                        "a grant that is believed at its event counts from the write that left the request queued",
                        new Patch(
                                LOCAL_WAITER,
                                "offer(Grant.heard(bid.request(), token, last.sentAt(), last.after()));",
                                "offer(Grant.heard(bid.request(), token, ticker.getAsLong(), last.after()));"),
                        new Patch(LOCAL_WAITER, " || leftOfClaim(last).compareTo(believes) < 0", "")),
                Mutant.of(
                        "grant-touched-twice-is-thrown-away",
                        "a grant that another touch of the agent reached is kept",
                        new Patch(
                                QUEUED_ACQUIRE,
                                "if (grant.filter(Grant::isTouchedSince).isPresent()) {",
                                "if (grant.filter(Grant::isTouchedSince).filter(each -> !each.counts() &&"
                                        + " each.touchedAt() == 0).isPresent()) {")),
                Mutant.of(
                        "event-of-the-grant-is-all",
                        "who waits looks for itself when the holder's lease runs out",
                        new Patch(LOCAL_WAITER, "holderEndsAt - ticker.getAsLong() <= 0", "holderEndsAt == 0"),
                        new Patch(
                                LOCAL_WAITER,
                                "first && holderEndsAt - giveUpAt < 0 ? holderEndsAt : giveUpAt",
                                "giveUpAt")),
                Mutant.of(
                        "trusts-the-stream",
                        "after every opening of the stream each waiter looks for itself",
                        new Patch(WAKE_STREAM, "listener.opened();", "")));
    }

    private static List<Mutant> ofClosing() {
        return List.of(
                Mutant.of(
                        "close-does-not-await-requests",
                        "closing counts and awaits the requests that are under way",
                        new Patch(CLOSING, "if (!gate.awaitOthers(REQUESTS_WITHIN)) {", "if (gate.isInside()) {")),
                Mutant.of(
                        "closing-agent-grants",
                        "a grant that comes to a closing agent is undone before its caller hears of the refusal",
                        new Patch(LEASE_UPKEEP, "if (gate.isShut()) {", "if (gate.isShut() && lease.token() < 0) {")),
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
