package io.lockkeeper.agent;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Request;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one agent that wait for one lock, first come, first served. The first of them have a place in the lock's document. The
 * others wait in memory alone, so that the document stays small however many callers wait.
 */
final class LocalQueue {

    /** How many places one agent has in a document; agents that share a queue share as many. */
    static final int PLACES = 16;
    /** How many places each agent keeps: enough that its next waiter is there when one is granted. */
    static final int FEWEST = 4;

    private final SequencedSet<LocalWaiter> placed = new LinkedHashSet<>();
    private final SequencedSet<LocalWaiter> behind = new LinkedHashSet<>();
    private final ReentrantLock guard = new ReentrantLock();
    private volatile int agents = 1;
    /** Read without the guard by the agent's own threads, which wait for no caller. */
    private volatile int inPlace;

    /** Taken by the agent's own threads too. */
    private final Queue<Piggyback> piggybacks = new ConcurrentLinkedQueue<>();

    private volatile Attempt.@Nullable Refused lastAnswer;

    void join(LocalWaiter waiter) {
        guard.lock();
        try {
            behind.add(waiter);
            moveUp();
        } finally {
            guard.unlock();
        }
    }

    /** Returns whether nobody is left. */
    boolean leave(LocalWaiter waiter) {
        guard.lock();
        try {
            placed.remove(waiter);
            behind.remove(waiter);
            moveUp();
            return placed.isEmpty();
        } finally {
            guard.unlock();
        }
    }

    private void moveUp() {
        while (placed.size() < Math.max(FEWEST, PLACES / agents) && !behind.isEmpty()) {
            LocalWaiter next = behind.removeFirst();
            placed.addLast(next);
            next.place();
        }
        inPlace = placed.size();
        if (!placed.isEmpty()) {
            placed.getFirst().becomeFirst();
        }
    }

    /** How many wait in memory: the last waiter with a place says so in the document. */
    int behind(LocalWaiter waiter) {
        guard.lock();
        try {
            return !placed.isEmpty() && placed.getLast().equals(waiter) ? behind.size() : 0;
        } finally {
            guard.unlock();
        }
    }

    /** The enqueue waits for another call to carry it. */
    void add(Piggyback enqueue) {
        piggybacks.add(enqueue);
    }

    /** Whether no call carries it, or ever will. */
    boolean withdraw(Piggyback enqueue) {
        return piggybacks.remove(enqueue);
    }

    /**
     * Whether a call for the lock carries enqueues along: an enqueue those that wait, and any other call as soon as they are enough.
     * Where the queue is shared with other agents, that is half of those in place, so that they stand one after the other, and the
     * lock goes from agent to agent less often.
     */
    boolean hasPiggybackFor(Ask call) {
        int enough = agents > 1 ? (inPlace + 1) / 2 : 1;
        return !piggybacks.isEmpty() && (call instanceof Ask.Enqueue || piggybacks.size() >= enough);
    }

    /** The enqueues that the call carries along: each is carried once. */
    List<Piggyback> takePiggybacks(Ask call) {
        return hasPiggybackFor(call)
                ? Stream.generate(piggybacks::poll).takeWhile(Objects::nonNull).toList()
                : List.of();
    }

    /** The waiters in the document that are next: the first, and those that fit beside it. */
    List<LocalWaiter> next() {
        guard.lock();
        try {
            List<LocalWaiter> next = new ArrayList<>();
            long weight = 0;
            for (LocalWaiter waiter : placed) {
                if (waiter.isQueued()) {
                    Request request = waiter.bid().request();
                    weight += request.weight();
                    if (weight > request.capacity()) {
                        break;
                    }
                    next.add(waiter);
                }
            }
            return next;
        } finally {
            guard.unlock();
        }
    }

    /** The last answer to one of the waiters. */
    Attempt.@Nullable Refused lastAnswer() {
        return lastAnswer;
    }

    /** Notes an answer, and how many agents share the queue. */
    void heard(Attempt.Refused answer, int agents) {
        lastAnswer = answer;
        this.agents = Math.max(1, agents);
    }
}
