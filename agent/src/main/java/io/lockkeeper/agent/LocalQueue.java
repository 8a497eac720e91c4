package io.lockkeeper.agent;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Request;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one agent that wait for one lock, first come, first served. The first of them have a place in the lock's document, one
 * alone of those that hand a lease on to one another. The others wait in memory, so that the document stays small however many callers
 * wait; all do while the agent has a lease that it hands on.
 *
 * <p>Waiters join and leave one at a time, which {@link LocalWaiters} sees to. Everything else any thread may ask at any time, without a
 * lock: a release or a renewal waits for no caller.
 */
final class LocalQueue {

    /** How many places one agent has in a document; agents that share a queue share as many. */
    static final int PLACES = 16;
    /** How many places each agent keeps: enough that its next waiter is there when one is granted. */
    static final int FEWEST = 4;

    private final SequencedSet<LocalWaiter> placed = new LinkedHashSet<>();
    private final Queue<LocalWaiter> behind = new ConcurrentLinkedQueue<>();
    private final BooleanSupplier isHandedOn;
    private volatile int agents = 1;
    private volatile List<LocalWaiter> standing = List.of();
    private final Queue<Piggyback> piggybacks = new ConcurrentLinkedQueue<>();

    private volatile Attempt.@Nullable Refused lastAnswer;

    /** Of a lock of which the agent has a lease that it hands on as long as that says so. */
    LocalQueue(BooleanSupplier isHandedOn) {
        this.isHandedOn = isHandedOn;
    }

    /** One that has a place already keeps it. */
    void join(LocalWaiter waiter) {
        if (waiter.isInMemory()) {
            behind.add(waiter);
        } else {
            placed.addLast(waiter);
        }
        moveUp();
    }

    /** Returns whether nobody is left. */
    boolean leave(LocalWaiter waiter) {
        if (!placed.remove(waiter) && waiter.handed().isEmpty()) {
            behind.remove(waiter);
        }
        moveUp();
        return placed.isEmpty() && behind.isEmpty();
    }

    /** Gives those places that are free. */
    void moveUp() {
        LocalWaiter next = behind.peek();
        while (next != null && placed.size() < places(next) && !isHandedOn.getAsBoolean()) {
            if (behind.remove(next) && next.place()) {
                placed.addLast(next);
            }
            next = behind.peek();
        }
        standing = List.copyOf(placed);
        if (!placed.isEmpty()) {
            placed.getFirst().becomeFirst();
        }
    }

    private int places(LocalWaiter next) {
        return next.isOfCohort() ? 1 : Math.max(FEWEST, PLACES / agents);
    }

    /** The first that waits in memory. */
    Optional<LocalWaiter> firstInMemory() {
        return Optional.ofNullable(behind.peek());
    }

    /** Hands a lease to who waits in memory; whether it still did. */
    boolean handOn(LocalWaiter waiter, HandedUse use) {
        boolean takes = waiter.takes(use);
        behind.remove(waiter);
        return takes;
    }

    int count() {
        return standing.size() + behind.size();
    }

    int countInMemory() {
        return behind.size();
    }

    /** How many wait in memory, for the last waiter with a place, which records that in the document; zero for any other. */
    int behind(LocalWaiter waiter) {
        List<LocalWaiter> now = standing;
        return !now.isEmpty() && now.getLast().equals(waiter) ? countInMemory() : 0;
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
        int enough = agents > 1 ? (standing.size() + 1) / 2 : 1;
        return !piggybacks.isEmpty() && (call instanceof Ask.Enqueue || piggybacks.size() >= enough);
    }

    /** The enqueues that the call carries along: each is carried once. */
    List<Piggyback> takePiggybacks(Ask call) {
        return hasPiggybackFor(call)
                ? Stream.generate(piggybacks::poll).takeWhile(Objects::nonNull).toList()
                : List.of();
    }

    /** Whether the enqueue's waiter joined before that of the call, whose own enqueue it then goes ahead of. */
    boolean isAhead(Piggyback enqueue, Ask call) {
        return call instanceof Ask.Enqueue && place(enqueue.enqueue()) < place(call);
    }

    private int place(Ask enqueue) {
        List<LocalWaiter> waiters = standing;
        return (int) waiters.stream()
                .takeWhile(waiter -> !waiter.bid().acquirer().equals(enqueue.acquirer()))
                .count();
    }

    /** The waiters in the document that are next: the first, and those that fit beside it. */
    List<LocalWaiter> next() {
        List<LocalWaiter> next = new ArrayList<>();
        long weight = 0;
        for (LocalWaiter waiter : standing) {
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
