package io.lockkeeper.faults.history;

/**
 * One thing that happened, in nanoseconds of the machine's monotonic clock, which all its processes share. A {@code call}
 * names one request for a lock from its asking to its end; it is also the note of the request's owner, so that the stored
 * documents name it too.
 */
public sealed interface Event {

    long at();

    /** A caller is about to ask for a lock. */
    record Asked(long at, String client, String call, String lock, int weight, int capacity, boolean waits)
            implements Event {}

    /** The caller has the lease. */
    record Granted(long at, String client, String call, String lock, long token, long remainingNanos)
            implements Event {}

    /** The caller's request was refused. */
    record Refused(long at, String client, String call, String why) implements Event {}

    /** The call failed: its effect may have happened. */
    record Unknown(long at, String client, String call, String why) implements Event {}

    /**
     * The holder's agent answered that it holds.
     *
     * @param at before it asked
     * @param remainingNanos what was left then, asked for before that
     */
    record Held(long at, String client, String call, long remainingNanos) implements Event {}

    /** The holder's agent answered that it does not hold. */
    record NotHeld(long at, String client, String call) implements Event {}

    /** The agent reported to the holder that the lease is lost; the cause is the name of its class. */
    record Lost(long at, String client, String call, String cause, String detail) implements Event {}

    /** The guarded resource took note of a token that it was shown; {@code order} counts what it noted. */
    record Used(long at, String client, String call, String lock, long token, long order) implements Event {}

    /** The holder read what the lock guards, a counter, and is about to write it. */
    record Read(long at, String client, String call, String lock, long value) implements Event {}

    /** The counter was offered a value, with the token of the holder, 0 if there is none, and took it or refused it. */
    record Written(long at, String client, String call, String lock, long token, long value, boolean accepted)
            implements Event {}

    /** The holder is about to release. */
    record Releasing(long at, String client, String call) implements Event {}

    record Released(long at, String client, String call, boolean heldToTheEnd) implements Event {}

    /** A client's process was ended: nothing of it comes after this. */
    record Ended(long at, String client) implements Event {}

    /** A fault begins. {@code fault} is its name, {@code target} what it struck: a client, a member, or everything. */
    record FaultOn(long at, String fault, String target) implements Event {}

    record FaultOff(long at, String fault) implements Event {}

    /** From now on a call is to be served by {@code by}, as nothing stands in its way. */
    record Due(long at, String call, long by) implements Event {}

    /** An operator is about to end the lease that it saw; {@code way} is MARK or NOW. */
    record Evicting(long at, String eviction, String lock, String acquirer, long token, String way) implements Event {}

    /** The answer to the operator. */
    record Evicted(long at, String eviction, String outcome) implements Event {}

    /** One record of the audit: an intent, or a result whose {@code outcome} is not empty. */
    record Audited(long at, String eviction, String outcome) implements Event {}

    /**
     * A change of a lock's document as the majority committed it.
     *
     * @param form the form of its event: insert, replace, update or delete
     * @param document the document after it, in extended JSON; empty after a deletion
     */
    record Stored(long at, String lock, String form, String document) implements Event {}

    /** The stream of changes has reported by now all that was acknowledged before {@code at}. */
    record Told(long at) implements Event {}
}
