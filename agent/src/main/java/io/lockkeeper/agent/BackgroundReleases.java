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
 * such a lock waits for the answer: if it overtook the release, its own agent's lease would refuse it.
 */
final class BackgroundReleases {

    private final Machine machine;
    private final Timer background;
    private final Map<String, List<Unanswered>> unanswered = new ConcurrentHashMap<>();
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
        Unanswered release = new Unanswered(ended, giveUp);
        unanswered.merge(lock.value(), List.of(release), BackgroundReleases::join);
        var unused = ended.whenComplete((held, failure) -> forget(lock, release));
    }

    private static <T> List<T> join(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private void forget(LockName lock, Unanswered release) {
        unanswered.computeIfPresent(lock.value(), (name, all) -> {
            List<Unanswered> others =
                    all.stream().filter(each -> !each.equals(release)).toList();
            return others.isEmpty() ? null : others;
        });
    }

    /** Whether none of the lock is under way. */
    boolean isNone(LockName lock) {
        return !unanswered.containsKey(lock.value());
    }

    /** Waits for the present releases of the lock; returns whether they were answered in time. Ends early if the agent closes. */
    boolean await(LockName lock, Duration longest) throws InterruptedException {
        List<Unanswered> begun = unanswered.getOrDefault(lock.value(), List.of());
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
        if (!await(lock, longest)) {
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
        unanswered.values().forEach(all -> all.forEach(each -> each.giveUp.run()));
    }
}
