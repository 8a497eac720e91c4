package io.lockkeeper.agent.calls;

/** Sees the calls of an agent. It returns at once and throws nothing. */
public interface CallObserver {

    /** So many calls leave in one command. */
    void batchSent(int calls);

    /** A call was not answered. */
    void outcomeUnknown(Exception cause);

    /** So many entries were renewed, the most overdue of them so many nanoseconds late. */
    void renewed(int entries, long lagNanos);
}
