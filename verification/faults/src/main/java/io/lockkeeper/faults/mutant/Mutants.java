package io.lockkeeper.faults.mutant;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;
import java.util.stream.Stream;

/** Every mutant: one a rule of docs/maintainers/protocol.md that closes a hole. */
public final class Mutants {

    private static final String MODEL = "shared-model/src/main/java/io/lockkeeper/model/";
    private static final String AGENT = "agent/src/main/java/io/lockkeeper/agent/";
    private static final String STORE = AGENT + "store/MongoLockStore.java";
    private static final String UNCONTENDED = MODEL + "UncontendedChange.java";
    private static final String SETTLE = MODEL + "Settle.java";
    private static final String AGENT_STEPS = MODEL + "AgentSteps.java";
    private static final String OPERATOR_STEPS = MODEL + "OperatorSteps.java";
    private static final String GRANT_STEPS = MODEL + "GrantSteps.java";

    private Mutants() {}

    public static List<Mutant> all() {
        return Stream.of(
                        ofTime(),
                        ofAnswers(),
                        ofWaiting(),
                        ofTheDocument(),
                        ofTheFastPath(),
                        ofEviction(),
                        HintMutants.all(),
                        KeepMutants.all())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> ofTime() {
        return List.of(
                Mutant.of(
                        "no-local-deadline",
                        "past its deadline a lease is lost for its holder, whatever the server may say",
                        "renewals-fail",
                        new Patch(AGENT + "LeaseState.java", "return remainingNanos() <= 0;", "return false;")),
                Mutant.of(
                        "deadline-from-the-answer",
                        "the deadline counts from the instant before the write was handed to the driver",
                        "answer-is-late",
                        new Patch(
                                AGENT + "calls/CallSender.java",
                                "long sentAt = now();\n        return new ServerCall(stamp, sentAt, heard(store.apply(ask, stamp, timeout)));",
                                "Reply reply = heard(store.apply(ask, stamp, timeout));\n        return new ServerCall(stamp, now(), reply);")),
                Mutant.of(
                        "deadline-from-a-read",
                        "nothing else moves a deadline: an entry without the touch's stamp was not touched",
                        "renewals-fail",
                        new Patch(
                                AGENT + "LeaseEntry.java",
                                "holder.get().stamp().equals(touch.stamp()) && holder.get().evicted() == null",
                                "holder.get().evicted() == null")),
                Mutant.of(
                        "times-go-back",
                        "no entry's time goes back",
                        "touches-cross",
                        new Patch(AGENT_STEPS, """
                                                vars: { at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] } },
                                                in: { $mergeObjects: [ '$$e', {
                                                    updatedAt: '$$at',
                                                    expiresAt: { $add: ['$$at', '$$e.ttl'] },
                        """, """
                                                vars: { at: '$$NOW' },
                                                in: { $mergeObjects: [ '$$e', {
                                                    updatedAt: '$$at',
                                                    expiresAt: { $add: ['$$at', '$$e.ttl'] },
                        """)));
    }

    private static List<Mutant> ofAnswers() {
        return List.of(
                Mutant.of(
                        "one-member-is-enough",
                        "nothing is reported as acquired without a majority's acknowledgement",
                        "primary-acknowledges-alone",
                        new Patch(
                                AGENT + "store/OwnHandle.java",
                                ".withWriteConcern(WriteConcern.MAJORITY)",
                                ".withWriteConcern(WriteConcern.W1)"),
                        new Patch(STORE, "change.command(WriteConcern.MAJORITY)", "change.command(WriteConcern.W1)"),
                        new Patch(
                                STORE,
                                "change.command(stamp, WriteConcern.MAJORITY)",
                                "change.command(stamp, WriteConcern.W1)")),
                Mutant.of(
                        "read-outside-the-session",
                        "what a touch of many left is read in its session",
                        "touch-is-read-elsewhere",
                        new Patch(STORE, ".find(session, filter)", ".find(filter)")),
                Mutant.of(
                        "believes-counts",
                        "only entries that carry the touch's stamp were touched; counts decide nothing",
                        "one-of-two-evicted",
                        new Patch(
                                AGENT + "LeaseEntry.java",
                                "        if (holder.isEmpty()) {\n            if (touch.acknowledged()",
                                "if (touch.acknowledged()) { var unused = state.extend(touch.sentAt() + bid.request().ttl().toNanos()); return; }"
                                        + " if (holder.isEmpty()) { if (touch.acknowledged()")),
                Mutant.of(
                        "one-remove-is-enough",
                        "while an enqueue may still land, only a remove sent a ttl after it ends the repeats",
                        "enqueue-lands-late",
                        new Patch(
                                AGENT + "calls/Bid.java",
                                "return !underWay && (!sent || sentAt - (isUncertain() ? mayLandUntil : overAt) >= 0);",
                                "return true;")),
                Mutant.of(
                        "no-time-limit",
                        "every command carries the time after which the server gives it up",
                        "command-lands-late",
                        new Patch(
                                STORE,
                                "database.withTimeout(millis(timeout), TimeUnit.MILLISECONDS)",
                                "(timeout.isNegative() ? database.withTimeout(1, TimeUnit.DAYS) : database)"),
                        new Patch(
                                STORE,
                                "return locks.withTimeout(millis(timeout), TimeUnit.MILLISECONDS);",
                                "return timeout.isNegative() ? locks.withTimeout(millis(timeout), TimeUnit.DAYS) : locks;")),
                Mutant.of(
                        "two-enqueues-at-once",
                        "at most one call that may create an acquirer's entry is under way",
                        "request-hangs",
                        new Patch(
                                AGENT + "calls/Server.java",
                                "            result = batcher.send(enqueue, timeout);",
                                "Thread.ofVirtual().start(() -> sender.sendAlone(enqueue, timeout)); var unused = new io.lockkeeper.agent.time.RetryPause(machine).wasInterrupted();"
                                        + " result = new Result.Answered<>(sender.sendAlone(enqueue, timeout));")),
                Mutant.of(
                        "acquirer-is-used-again",
                        "an acquirer that was ever sent a remove is never enqueued again",
                        "request-is-used-up",
                        new Patch(
                                AGENT + "QueuedAcquire.java",
                                "        while (true) {\n            Optional<Lease> again",
                                "        Bid same = grants.bid(asked, acquiring);\n        while (true) {\n            Optional<Lease> again"),
                        new Patch(
                                AGENT + "QueuedAcquire.java",
                                "Bid bid = grants.bid(asked, acquiring);",
                                "Bid bid = same;")));
    }

    private static List<Mutant> ofWaiting() {
        return List.of(
                Mutant.of(
                        "grant-from-its-event",
                        "a grant that is believed at its event counts from the write that left the request queued",
                        "grant-is-heard-late",
                        new Patch(
                                AGENT + "waiting/LocalWaiter.java",
                                "tokens, last, last.serverTime(",
                                "tokens, new LastQueued(ticker.getAsLong(), last.answeredBy(), 0, last.after()),"
                                        + " last.serverTime("),
                        new Patch(
                                AGENT + "waiting/LocalWaiter.java",
                                " || leftOfClaim(last).compareTo(believes) < 0",
                                "")),
                Mutant.of(
                        "hears-updates-alone",
                        "a wake is matched in both forms of an event",
                        "small-document-wakes",
                        new Patch(
                                AGENT + "store/WakeCursor.java",
                                "Filters.regex(\"fullDocument.wake\", OF_AGENT.formatted(agent))",
                                "Filters.regex(\"updateDescription.updatedFields.wake\", OF_AGENT.formatted(agent))")),
                Mutant.of(
                        "hears-replacements-alone",
                        "a wake is matched in both forms of an event",
                        "large-document-wakes",
                        new Patch(
                                AGENT + "store/WakeCursor.java",
                                "Filters.regex(\"updateDescription.updatedFields.wake\", OF_AGENT.formatted(agent))",
                                "Filters.regex(\"fullDocument.wake\", OF_AGENT.formatted(agent))")),
                Mutant.of(
                        "trusts-the-stream",
                        "after every opening of the stream each waiter looks for itself",
                        "stream-is-broken",
                        new Patch(AGENT + "waiting/WakeStream.java", "            listener.opened(heard);\n", "")));
    }

    private static List<Mutant> ofTheDocument() {
        return List.of(
                Mutant.of(
                        "touches-another",
                        "a touch is of the acquirer that asks",
                        "holder-is-killed",
                        new Patch(AGENT_STEPS, """
                                            { $and: [
                                                { $in: ['$$e.acquirer', '$ask.acquirers'] },
                                                { $not: ['$$e.evicted'] },
                                                { $gt: ['$$e.ttl', 0] }
                                            ] },
                        """, """
                                            { $and: [
                                                { $not: ['$$e.evicted'] }
                                            ] },
                        """)),
                Mutant.of(
                        "releases-by-name",
                        "a release ends the lease of its acquirer and no other",
                        "holder-is-halted",
                        new Patch(AGENT_STEPS, """
                                        holders: { $filter: { input: '$holders', as: 'e', cond: { $not: [
                                            { $in: ['$$e.acquirer', '$ask.removed'] }
                                        ] } } },
                        """, """
                                        holders: [],
                        """)),
                Mutant.of(
                        "tokens-start-anew",
                        "tokens grow also where the document was purged in between",
                        "purge",
                        new Patch(
                                GRANT_STEPS,
                                "{ $multiply: [ { $toLong: '$$NOW' }, { $literal: { $numberLong: '1000' } } ] }\n",
                                "{ $toLong: 1 }\n")),
                Mutant.of(
                        "weight-is-not-checked",
                        "a weight is from 1 to the capacity, checked before sending and in the pipeline",
                        "too-heavy",
                        new Patch(AGENT + "calls/RequestKind.java", "weight < 1 || weight > capacity", "weight < 1"),
                        new Patch(MODEL + "Request.java", "weight < 1 || weight > capacity", "weight < 1"),
                        new Patch(
                                AGENT_STEPS,
                                "{ $gte: ['$$r.weight', 1] },\n                        { $lte: ['$$r.weight', '$capacity'] }",
                                "{ $gte: ['$$r.weight', 1] }"),
                        new Patch(UNCONTENDED, ", { $lte: ['ASK.weight', 'ASK.capacity'] }", "")),
                Mutant.of(
                        "any-capacity-goes",
                        "another capacity than the one in use is an error",
                        "of-another-kind",
                        new Patch(AGENT_STEPS, """
                                            { $eq: ['$holders', []] },
                                            { $eq: [ { $size: '$queue' }, { $size: { $ifNull: ['$queue.paused', []] } } ] },
                        """, """
                                            { $literal: true },
                        """)));
    }

    private static List<Mutant> ofTheFastPath() {
        return List.of(
                Mutant.of(
                        "does-not-look-at-the-token",
                        "the fast path is for a lock that nobody was granted since it was seen",
                        "others-in-between",
                        new Patch(
                                UNCONTENDED,
                                "'$capacity', '$token', '$queue'",
                                "'$capacity', { $arrayElemAt: ['ASK.seen', 1] }, '$queue'")),
                Mutant.of(
                        "does-not-look-at-the-queue",
                        "the fast path is for a lock that nobody waits for",
                        "waiter-comes-unseen",
                        new Patch(
                                UNCONTENDED,
                                "'$capacity', '$token', '$queue'",
                                "'$capacity', '$token', { $literal: [] }")));
    }

    private static List<Mutant> ofEviction() {
        return List.of(
                Mutant.of(
                        "evicts-at-once",
                        "an evicted lease keeps its weight until its agent removes it or its time is over",
                        "evicted-while-cut-off",
                        new Patch(
                                OPERATOR_STEPS,
                                "expiresAt: { $max: [ '$$e.expiresAt', { $add: ['$$NOW', '$ask.quarantine'] } ] }",
                                "expiresAt: '$$NOW'"),
                        new Patch(
                                SETTLE,
                                "List.of(DROP_EXPIRED, FIND_EVICTED, MARK_EVICTED, PROMOTE, RECORD)",
                                "List.of(FIND_EVICTED, MARK_EVICTED, DROP_EXPIRED, PROMOTE, RECORD)")),
                Mutant.of(
                        "evicts-whoever-holds",
                        "an eviction is of the acquirer and the token that the operator saw",
                        "evicted-too-late",
                        new Patch(
                                OPERATOR_STEPS,
                                "{ $eq: ['$$e.acquirer', '$ask.seen'] },\n                    { $eq: ['$$e.token', '$ask.token'] },\n",
                                "")));
    }
}
