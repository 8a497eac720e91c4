package io.lockkeeper.agent.waiting;

import io.lockkeeper.agent.calls.CarriedEnqueue;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The FIFO queue of one agent's callers that wait for one lock. Its first waiters have a place in the lock's document; the others wait in
 * memory, so that the document stays small however many callers wait. Of a cohort's waiters only one has a place, and none while the agent
 * hands a lease on.
 *
 * <p>{@link LocalWaiters} lets waiters join and leave one at a time. All other methods are safe for any thread and take no lock, so that no
 * release or renewal waits for a caller.
 */
public final class LocalQueue implements CarriedEnqueue.Queue {

    /** The number of places in a document, shared among the agents that queue there. */
    public static final int PLACES = 16;
    /** The number of places each agent has at least, so that its next waiter is queued when one is granted. */
    public static final int FEWEST = 4;

    private final SequencedSet<LocalWaiter> placed = new LinkedHashSet<>();
    private final Queue<LocalWaiter> behind = new ConcurrentLinkedQueue<>();
    private final BooleanSupplier isHandedOn;
    private final BooleanSupplier isAsked;
    private volatile int agents = 1;
    private volatile List<LocalWaiter> standing = List.of();
    private final Queue<CarriedEnqueue> carried = new ConcurrentLinkedQueue<>();

    /** No answer itself: a lock's document may be large, and callers may wait for long. */
    private volatile @Nullable Function<Duration, RuntimeException> refusal;

    /**
     * @param isHandedOn whether the agent hands on a lease of the lock
     * @param isAsked whether a caller asks for the lock that does not stand here yet: that takes a place
     */
    LocalQueue(BooleanSupplier isHandedOn, BooleanSupplier isAsked) {
        this.isHandedOn = isHandedOn;
        this.isAsked = isAsked;
    }

    /** Adds a waiter at the tail. One that has a place already keeps it. */
    public void join(LocalWaiter waiter) {
        if (waiter.isInMemory()) {
            behind.add(waiter);
        } else {
            placed.addLast(waiter);
        }
        moveUp();
    }

    /** Adds a waiter that has a place already at the head. */
    void joinFirst(LocalWaiter waiter) {
        placed.addFirst(waiter);
        moveUp();
    }

    /**
     * Adds a waiter where its request stands already: what a release touches with it, and who wakes at the holder's expiry, is the first.
     *
     * @param order the acquirers in the lock's queue
     */
    void joinInPlace(LocalWaiter waiter, List<String> order) {
        List<String> before =
                order.subList(0, Math.max(0, order.indexOf(waiter.bid().acquirer())));
        List<LocalWaiter> all = new ArrayList<>(placed);
        int place = (int) all.stream()
                .takeWhile(each -> before.contains(each.bid().acquirer()))
                .count();
        all.add(place, waiter);
        placed.clear();
        placed.addAll(all);
        moveUp();
    }

    /** Removes the waiter, and returns whether the queue is empty. */
    public boolean leave(LocalWaiter waiter) {
        if (!placed.remove(waiter) && isBehind(waiter)) {
            behind.remove(waiter);
        }
        moveUp();
        return placed.isEmpty() && behind.isEmpty();
    }

    /** Whether it still waits in memory: one that was handed a use has left, unless the thread that removes it is suspended. */
    private boolean isBehind(LocalWaiter waiter) {
        return waiter.handed().isEmpty() || waiter.equals(behind.peek());
    }

    /** Gives free places to the next waiters. */
    public void moveUp() {
        List<LocalWaiter> gone;
        do {
            List<LocalWaiter> moved = takeFromMemory();
            standing = List.copyOf(placed);
            // Only now: a waiter that has a place reads at once how many stand behind it.
            gone = moved.stream().filter(waiter -> !waiter.place()).toList();
            gone.forEach(placed::remove);
        } while (!gone.isEmpty());
        if (!placed.isEmpty() && !isAsked.getAsBoolean()) { // one that asks would come before it
            placed.getFirst().becomeFirst();
        }
    }

    private List<LocalWaiter> takeFromMemory() {
        List<LocalWaiter> taken = new ArrayList<>();
        LocalWaiter next = behind.peek();
        while (next != null
                && placed.size() < places(next) - (isAsked.getAsBoolean() ? 1 : 0)
                && !isHandedOn.getAsBoolean()) {
            if (behind.remove(next)) {
                placed.addLast(next);
                taken.add(next);
            }
            next = behind.peek();
        }
        return taken;
    }

    private int places(LocalWaiter next) {
        return next.isOfCohort() ? 1 : Math.max(FEWEST, PLACES / agents);
    }

    /** The first waiter in memory. */
    public Optional<LocalWaiter> firstInMemory() {
        return Optional.ofNullable(behind.peek());
    }

    /** Offers a use to a waiter in memory, and returns whether it was still waiting there. */
    public boolean handOn(LocalWaiter waiter, LocalWaiter.Use use) {
        boolean takes = waiter.takes(use);
        behind.remove(waiter);
        return takes;
    }

    public int count() {
        return standing.size() + behind.size();
    }

    public int countInMemory() {
        return behind.size();
    }

    /** The number in memory, for the last waiter with a place, which records it in the document; zero for any other waiter. */
    public int behind(LocalWaiter waiter) {
        List<LocalWaiter> now = standing;
        return !now.isEmpty() && now.getLast().equals(waiter) ? countInMemory() : 0;
    }

    @Override
    public void add(CarriedEnqueue enqueue) {
        carried.add(enqueue);
    }

    @Override
    public boolean withdraw(CarriedEnqueue enqueue) {
        return carried.remove(enqueue);
    }

    /**
     * Whether a call for the lock carries enqueues along. An enqueue carries all that are pending; any other call carries them as soon as
     * there are enough. In a queue shared with other agents that is half as many as have a place: entered together they stand side by side,
     * and the lock moves between agents less often.
     */
    public boolean hasEnqueueFor(Ask call) {
        int enough = agents > 1 ? (standing.size() + 1) / 2 : 1;
        return !carried.isEmpty() && (call instanceof Ask.Enqueue || carried.size() >= enough);
    }

    /** Takes the enqueues that the call carries along. Each is carried once. */
    public List<CarriedEnqueue> takeEnqueues(Ask call) {
        return hasEnqueueFor(call)
                ? Stream.generate(carried::poll).takeWhile(Objects::nonNull).toList()
                : List.of();
    }

    /** Whether the enqueue's waiter joined before the call's, so that it is sent ahead of the call's own enqueue. */
    public boolean isAhead(CarriedEnqueue enqueue, Ask call) {
        return call instanceof Ask.Enqueue && place(enqueue.enqueue()) < place(call);
    }

    private int place(Ask enqueue) {
        List<LocalWaiter> waiters = standing;
        return (int) waiters.stream()
                .takeWhile(waiter -> !waiter.bid().acquirer().equals(enqueue.acquirer()))
                .count();
    }

    /** The queued waiters that are granted next: the first, and those that fit beside it. */
    public List<LocalWaiter> next() {
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

    /** The refusal of a caller that gives up after so long, by the latest answer to any of the waiters. */
    public @Nullable Function<Duration, RuntimeException> refusal() {
        return refusal;
    }

    /** Records what an answer says to callers that give up, and the number of agents that share the queue. */
    public void heard(Function<Duration, RuntimeException> answer, int agents) {
        refusal = answer;
        this.agents = Math.max(1, agents);
    }
}
