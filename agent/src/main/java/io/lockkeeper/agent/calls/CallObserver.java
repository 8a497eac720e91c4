package io.lockkeeper.agent.calls;

/** Sees the calls of an agent. It returns at once and throws nothing. */
public interface CallObserver {

    /** One command was sent with that many calls. */
    void batchSent(int calls);

    /** A call was not answered. */
    void outcomeUnknown(Exception cause);

    /** That many entries were renewed, the most overdue of them {@code lagNanos} late. */
    void renewed(int entries, long lagNanos);
}
