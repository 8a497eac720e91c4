package io.lockkeeper.agent.calls;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.util.Collection;
import java.util.List;

/** The agent's callers that wait for locks, as its calls see them: calls touch their entries, carry their enqueues, and show their grants. */
public interface WaitingCallers {

    /** The acquirers in the lock's queue that may be granted when a lease of the agent ends. */
    List<String> next(LockName lock);

    /** Whether the call is to carry first enqueues of other callers along. */
    boolean hasEnqueueFor(Ask call);

    /** Takes the first enqueues that the call carries along. Each is carried once. */
    List<CarriedEnqueue> takeEnqueues(Ask call);

    /** Whether the enqueue is sent ahead of the call that carries it. */
    boolean isAhead(CarriedEnqueue enqueue, Ask call);

    /**
     * Notifies each caller of what the answer shows of it: its grant, or its place in the queue. Returns those with a grant that the call
     * did not touch, which an event reports: the document's order is not the agent's where a caller was suspended before its call was sent.
     */
    List<String> offer(ServerCall call, Snapshot snapshot);

    /** The waiting callers that the answer to another caller's call shows as holders: their own event may be late or lost. */
    List<String> granted(Ask call, Snapshot snapshot);

    /** Wakes these to look. */
    void hint(Collection<String> acquirers);
}
