package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.batching.Batcher;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Calls the server for one agent. Each call has a stamp of its own, and notes the instant before it was handed to the driver. */
final class Calls {

    /** No command gets less time than this, however little of the caller's wait is left: it would never be answered. */
    private static final Duration SHORTEST_COMMAND = Duration.ofMillis(500);

    private final AgentOptions options;
    private final Identity identity;
    private final LongSupplier ticker;
    private final Machine machine;
    private final RetryPause pause;
    private final LockStore store;
    private final LocalWaiters waiters;
    private final CallSender sender;
    private final Batcher<Ask.Combinable, ServerCall> batcher;
    private final Enqueues enqueues;
    private final Timer watch;
    private final LateAttempts lateAttempts = new LateAttempts();

    /** Where {@code watch} has alarms that wait for nothing. */
    Calls(
            AgentOptions options,
            Identity identity,
            AgentTime time,
            LockStore store,
            Observing observing,
            LocalWaiters waiters,
            Timer watch) {
        this.options = options;
        this.identity = identity;
        this.ticker = time::nanos;
        this.machine = time.machine();
        this.pause = new RetryPause(machine);
        this.store = store;
        this.waiters = waiters;
        this.watch = watch;
        this.sender = new CallSender(options, identity, ticker, store, observing, waiters, watch);
        this.batcher = new Batcher<>(sender, machine);
        this.enqueues = new Enqueues(options, ticker, machine, sender, batcher);
    }

    /** One touch of many entries, and what it left. */
    record CallOfMany(String stamp, long sentAt, Touched touched) {}

    LateAttempts lateAttempts() {
        return lateAttempts;
    }

    AgentOptions options() {
        return options;
    }

    /** The time of one command, or less where less is left. */
    Duration atMost(Duration left) {
        return left.compareTo(options.commandTimeout()) < 0 ? left : options.commandTimeout();
    }

    /** As {@link #atMost}, for a caller that gives up at that time of the agent's clock. */
    Duration patience(long giveUpAt) {
        Duration most = atMost(Duration.ofNanos(giveUpAt - now()));
        return most.compareTo(SHORTEST_COMMAND) < 0 ? SHORTEST_COMMAND : most;
    }

    LongSupplier ticker() {
        return ticker;
    }

    Machine machine() {
        return machine;
    }

    /** Between a call that was not answered and the same call again. */
    RetryPause pause() {
        return pause;
    }

    long now() {
        return ticker.getAsLong();
    }

    /** Whether the server answers. */
    CallSender answers() {
        return sender;
    }

    /** A new request by the calling thread, for a lease that is kept where that is given. */
    Bid bid(LockRequest asked, Acquiring acquiring, @Nullable Keep keep) {
        return Bid.of(asked, acquiring, keep, options, identity);
    }

    /**
     * The wait of a request. A grant is believed at its event if enough of its claim time is left for the first touch. Manual renewal has no
     * first touch, so its grants are never believed at their events.
     */
    LocalWaiter waiter(Bid bid, LockRequest asked) {
        Duration enough = options.clockSkewAllowance().multipliedBy(5);
        return new LocalWaiter(bid, ticker, machine, asked.isRenewedByAgent() ? enough : LockRequest.A_YEAR);
    }

    /** Those calls that may create entries. */
    Enqueues enqueues() {
        return enqueues;
    }

    /** One that may fail. */
    interface Asking<E extends Exception> {
        ServerCall ask() throws E;
    }

    /**
     * Asks until the server answers or refuses, with a pause in between, and gives up only after a call that was not answered: the last
     * call. An interrupt ends a pause, and is kept.
     */
    <E extends Exception> ServerCall untilAnswered(Asking<E> asking, BooleanSupplier givesUp) throws E {
        ServerCall call = asking.ask();
        while (call.reply() instanceof Reply.Unknown && !givesUp.getAsBoolean()) {
            if (pause.wasInterrupted()) {
                Thread.currentThread().interrupt();
            }
            call = asking.ask();
        }
        return call;
    }

    ServerCall touch(Bid bid, Duration timeout) {
        return send(bid.touch(), timeout);
    }

    /** The touch that makes a writer a reader. */
    ServerCall downgrade(Bid bid, Duration timeout) {
        return send(new Ask.Lighten(bid.lock(), bid.acquirer(), RequestKind.READING.weight()), timeout);
    }

    /** Removes an entry. Also touches the agent's own waiters that may be next, so that this answer shows their grants. */
    ServerCall remove(Bid bid) {
        return send(removal(bid, OptionalLong.empty()), options.commandTimeout());
    }

    /** Removes the lease of that token. The answer proves whether it was live until then. */
    ServerCall release(Bid bid, long token) {
        return send(removal(bid, OptionalLong.of(token)), options.commandTimeout());
    }

    private Ask.Remove removal(Bid bid, OptionalLong lease) {
        return new Ask.Remove(bid.lock(), bid.acquirer(), waiters.next(bid.lock()), lease);
    }

    /** As {@link #release}, without waiting: it leaves in the next batch, and the thread that sends it completes the future. */
    CompletableFuture<ServerCall> releaseLater(Bid bid, long token) {
        CompletableFuture<ServerCall> answer =
                batcher.submit(removal(bid, OptionalLong.of(token)), options.commandTimeout());
        lookAgain(answer);
        return answer;
    }

    /** What it waits for in the batcher may hang, and no longer count. A caller that waited would look for itself. */
    private void lookAgain(CompletableFuture<ServerCall> answer) {
        Alarm alarm = watch.after(Batcher.PATIENCE, () -> {
            if (!answer.isDone()) {
                batcher.look();
                lookAgain(answer);
            }
        });
        var unused = answer.whenComplete((call, failure) -> alarm.cancel());
    }

    /** A release after which the lock stays taken until so long after its grant. */
    ServerCall linger(Bid bid, Duration atLeast) {
        return send(new Ask.Linger(bid.lock(), bid.acquirer(), atLeast), options.commandTimeout());
    }

    /** Has the lease end with its release. Not a touch: it moves no deadline. */
    ServerCall endKeep(Bid bid) {
        return send(new Ask.EndKeep(bid.lock(), bid.acquirer()), options.commandTimeout());
    }

    /** Attaches the stack of the thread that acquired the lease. Not a touch: it moves no deadline. */
    ServerCall attach(Bid bid, Thread.State state, List<String> frames) {
        return send(new Ask.Attach(bid.lock(), bid.acquirer(), state, frames), options.commandTimeout());
    }

    /** The touch of many together. */
    CallOfMany touchAll(Collection<LiveEntry> entries, Duration timeout) {
        String stamp = identity.nextStamp();
        long sentAt = now();
        List<Beat> beats = entries.stream()
                .map(entry -> new Beat(entry.bid().lock(), entry.bid().acquirer(), entry.behind(), entry.use()))
                .toList();
        return new CallOfMany(stamp, sentAt, store.touchAll(beats, stamp, timeout));
    }

    /** Ends many entries at once; the most that it takes is the time given. */
    void endAll(Collection<Bid> removes, Collection<Ask.Linger> lingers, Duration most) {
        store.endAll(removes.stream().map(Bid::remove).toList(), lingers, identity.nextStamp(), atMost(most));
    }

    Map<String, Snapshot> read(Collection<LockName> names) {
        return store.read(names, options.commandTimeout());
    }

    List<Use> uses(Collection<LockName> names) {
        return store.uses(names, options.commandTimeout());
    }

    private ServerCall send(Ask ask, Duration timeout) {
        return ask instanceof Ask.Combinable combinable
                ? sender.call(batcher.send(combinable, timeout))
                : sender.sendAlone(ask, timeout);
    }

    /** Calls are no longer batched. */
    void close() {
        batcher.close();
        store.close();
    }
}
