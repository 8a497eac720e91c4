package io.lockkeeper.agent.calls;

/** Calls that nothing sees. */
public final class UnobservedCalls implements CallObserver {

    @Override
    public void batchSent(int calls) {
        // of no interest
    }

    @Override
    public void outcomeUnknown(Exception cause) {
        // of no interest
    }

    @Override
    public void renewed(int entries, long lagNanos) {
        // of no interest
    }
}
