package io.lockkeeper.agent;

import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Releases that no caller waits for. The agent's threads send them and repeat them until they are answered. A request of this agent for
 * such a lock waits for the answer: if it overtook the release, its own agent's lease would refuse it. A try waits for the removal of a request
 * that was given up as well.
 */
final class BackgroundReleases {

    private final Machine machine;
    private final Timer background;
    private final Map<String, List<Unanswered>> unanswered = new ConcurrentHashMap<>();
    private final Map<String, List<Unanswered>> removals = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> closing = new CompletableFuture<>();

    BackgroundReleases(Machine machine, Timer background) {
        this.machine = machine;
        this.background = background;
    }

    /** A release under way. {@code ended} completes when it has ended or was given up. */
    private record Unanswered(CompletableFuture<Boolean> ended, Runnable giveUp) {}

    /** Sends the release, and calls {@code over} when it has ended, on a thread of the agent's. */
    void send(LeaseRelease release, Consumer<LeaseState.Phase> over) {
        release.askLater(background, call -> {
            if (call.reply() instanceof Reply.Unknown && !release.isGivenUp()) {
                background.after(release.pause(), () -> send(release, over));
            } else {
                over.accept(release.outcome(call));
            }
        });
    }

    /** Makes later requests for the lock wait for a release under way, which depends only on the agent's threads. */
    void note(LockName lock, CompletableFuture<Boolean> ended, Runnable giveUp) {
        note(unanswered, lock, new Unanswered(ended, giveUp));
    }

    /** Makes later tries of the lock wait for a removal under way. A request that waits for its turn need not: it queues behind the one that is removed. */
    void noteRemoval(LockName lock, CompletableFuture<Boolean> asked) {
        note(removals, lock, new Unanswered(asked, () -> asked.complete(false)));
    }

    private static void note(Map<String, List<Unanswered>> all, LockName lock, Unanswered begun) {
        all.merge(lock.value(), List.of(begun), BackgroundReleases::join);
        var unused = begun.ended.whenComplete((held, failure) -> forget(all, lock, begun));
    }

    private static <T> List<T> join(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static void forget(Map<String, List<Unanswered>> all, LockName lock, Unanswered over) {
        all.computeIfPresent(lock.value(), (name, begun) -> {
            List<Unanswered> others =
                    begun.stream().filter(each -> !each.equals(over)).toList();
            return others.isEmpty() ? null : others;
        });
    }

    /** Whether none of the lock is under way. */
    boolean isNone(LockName lock) {
        return !unanswered.containsKey(lock.value());
    }

    /** Waits for the present releases of the lock; returns whether they were answered in time. Ends early if the agent closes. */
    boolean await(LockName lock, Duration longest) throws InterruptedException {
        return await(unanswered.getOrDefault(lock.value(), List.of()), longest);
    }

    private boolean await(List<Unanswered> begun, Duration longest) throws InterruptedException {
        if (begun.isEmpty()) {
            return true;
        }
        CompletableFuture<?> all =
                CompletableFuture.allOf(begun.stream().map(Unanswered::ended).toArray(CompletableFuture[]::new));
        return machine.await(CompletableFuture.anyOf(all, closing), longest.toNanos());
    }

    /**
     * As {@link #await}, for a caller that does not wait for the lock.
     *
     * @throws LockUnavailableException if the release was not answered in time
     */
    void awaitBeforeTry(LockName lock, Duration longest) throws InterruptedException {
        List<Unanswered> begun =
                join(unanswered.getOrDefault(lock.value(), List.of()), removals.getOrDefault(lock.value(), List.of()));
        if (!await(begun, longest)) {
            throw new LockUnavailableException(
                    lock.value(), "MongoDB did not answer an earlier release within " + longest, null);
        }
    }

    /** Ends the waits of requests, which the agent then refuses. */
    void refuseWaiting() {
        closing.complete(null);
    }

    /** Gives up what is not answered by now: no thread of the agent would repeat it. */
    void close() {
        Stream.of(unanswered, removals)
                .flatMap(all -> List.copyOf(all.values()).stream())
                .forEach(begun -> begun.forEach(each -> each.giveUp.run()));
    }
}
