package io.lockkeeper.agent.batching;

import java.time.Duration;
import java.util.List;

/**
 * Sends the calls of a {@link Batcher}. Throws nothing.
 *
 * @param <C> what is called
 * @param <A> the answer
 */
public interface BatchSender<C, A> {

    /** Whether the call may be sent by itself, on its caller's thread: not where the sender would add other callers' calls to it. */
    boolean goesAlone(C call);

    A send(C call, Duration timeout);

    /** Sends all together, and returns an answer for each, in their order. */
    List<A> sendAll(List<C> calls);

    /** The answer to a call of which nothing is known. */
    A unanswered(RuntimeException cause);
}
