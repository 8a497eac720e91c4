package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.ThreadStack;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether a holder and a waiter are the same thread. A name proves nothing if the agent uses it for many threads, or if it waits
 * twice at once, which one thread cannot.
 *
 * <p>See docs/maintainers/decisions/2026-11-22-who-waits-for-whom.md.
 */
final class Threads {

    private final Set<AgentThread> waiting = new HashSet<>();
    private final Set<AgentThread> several = new HashSet<>();

    Threads(List<Lock> wanted, Instant now) {
        for (Lock lock : wanted) {
            for (Waiter waiter : lock.queue()) {
                if (waiter.expiresAt().isAfter(now) && !waiting.add(AgentThread.thread(waiter.owner()))) {
                    several.add(AgentThread.thread(waiter.owner()));
                }
            }
        }
    }

    AgentThread of(Waiter waiter) {
        AgentThread party = AgentThread.thread(waiter.owner());
        return AgentThread.isAgentsOwnThread(waiter.owner()) || several.contains(party)
                ? AgentThread.request(waiter.owner(), waiter.acquirer())
                : party;
    }

    /** An idle kept lease is held by no thread, and which one uses it is unknown until a renewal shows it. */
    private static boolean isOfNobodyKnown(Holder holder) {
        return holder.isIdle() || (holder.hasUses() && holder.use() == null);
    }

    /**
     * A thread that has ended waits for nothing, whichever thread has its name now; a lingering lease ends without its thread.
     */
    AgentThread of(Holder holder) {
        AgentThread party = AgentThread.thread(holder.user());
        boolean ended = holder.lingers()
                || holder.stackOfHold().filter(ThreadStack::hasEnded).isPresent();
        return ended
                        || isOfNobodyKnown(holder)
                        || AgentThread.isAgentsOwnThread(holder.user())
                        || several.contains(party)
                ? AgentThread.request(holder.user(), holder.acquirer())
                : party;
    }
}
