package io.lockkeeper.agent.calls;

import io.lockkeeper.agent.batching.Batcher;
import io.lockkeeper.agent.batching.Batcher.Result;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.RetryPause;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The server, as one agent calls it. Each call has a stamp of its own, and records the instant before it was handed to the driver. */
public final class Server {

    /** No command gets less time than this, however little of the caller's wait is left: it would never be answered. */
    public static final Duration SHORTEST_COMMAND = Duration.ofMillis(500);

    private final CallTimeouts timeouts;
    private final Identity identity;
    private final LongSupplier ticker;
    private final Machine machine;
    private final RetryPause pause;
    private final LockStore store;
    private final WaitingCallers waiters;
    private final CallSender sender;
    private final Batcher<Ask.Combinable, ServerCall> batcher;
    private final Timer watch;

    /** @param watch has alarms that wait for nothing */
    public Server(
            CallTimeouts timeouts,
            Identity identity,
            AgentTime time,
            LockStore store,
            CallObserver observing,
            WaitingCallers waiters,
            Timer watch) {
        this.timeouts = timeouts;
        this.identity = identity;
        this.ticker = time::nanos;
        this.machine = time.machine();
        this.pause = new RetryPause(machine);
        this.store = store;
        this.waiters = waiters;
        this.watch = watch;
        this.sender = new CallSender(timeouts.command(), identity, ticker, store, observing, waiters, watch);
        this.batcher = new Batcher<>(sender, machine);
    }

    /** One touch of many entries, and its result. */
    public record CallOfMany(String stamp, long sentAt, Touched touched) {}

    public CallTimeouts timeouts() {
        return timeouts;
    }

    /** The time of one command for a caller that gives up at that time of the agent's clock. */
    public Duration patience(long giveUpAt) {
        Duration most = timeouts.atMost(Duration.ofNanos(giveUpAt - now()));
        return most.compareTo(SHORTEST_COMMAND) < 0 ? SHORTEST_COMMAND : most;
    }

    public LongSupplier ticker() {
        return ticker;
    }

    public Machine machine() {
        return machine;
    }

    /** Between a call that was not answered and the same call again. */
    public RetryPause pause() {
        return pause;
    }

    public long now() {
        return ticker.getAsLong();
    }

    /** How long the server has not answered; empty while it answers. */
    public Optional<Duration> silentFor() {
        return sender.silentFor();
    }

    /** The agent as an owner. */
    public Owner self() {
        return identity.self();
    }

    /** A new request of that owner, for a lease that is kept where that is given. */
    public Bid bid(LockName lock, RequestKind kind, Duration ttl, Owner owner, @Nullable Keep keep) {
        return new Bid(lock, new Request(identity.nextAcquirer(), kind.weight(), kind.capacity(), ttl, owner, keep));
    }

    /** A request of the process that this agent goes on after: a call of that one may still land. */
    public Bid continued(LockName lock, RequestKind kind, Duration ttl, Owner owner, String acquirer) {
        Bid bid = new Bid(lock, new Request(acquirer, kind.weight(), kind.capacity(), ttl, owner, null));
        bid.continues(now(), timeouts.command());
        return bid;
    }

    /** A call that may fail. */
    public interface Asking<E extends Exception> {
        ServerCall ask() throws E;
    }

    /**
     * Asks until the server answers or refuses, with a pause in between, and gives up only after a call that was not answered: the last
     * call. An interrupt ends a pause, and is kept.
     */
    public <E extends Exception> ServerCall untilAnswered(Asking<E> asking, BooleanSupplier givesUp) throws E {
        ServerCall call = asking.ask();
        while (call.reply() instanceof Reply.Unknown && !givesUp.getAsBoolean()) {
            if (pause.wasInterrupted()) {
                Thread.currentThread().interrupt();
            }
            call = asking.ask();
        }
        return call;
    }

    /**
     * The one call that may create the request's entry: {@linkplain Bid#enqueue enqueues} it, or {@linkplain Bid#tryEnqueue tries} to, unless
     * an earlier such call is under way, and notes in its {@link Bid} what became of it.
     */
    public ServerCall enqueue(Bid bid, Ask.Combinable enqueue, Duration timeout) {
        if (bid.isUnderWay()) {
            return unanswered(new IllegalStateException("An earlier call of the request has not ended yet"));
        }
        bid.enqueueBegins();
        Result<ServerCall> result;
        try {
            result = batcher.send(enqueue, timeout);
        } catch (RuntimeException | Error e) {
            bid.enqueueAnswered(
                    ServerCall.failed(e), now(), timeouts.atLeast(timeout)); // or it would be under way for ever
            throw e;
        }
        switch (result) {
            case Result.Answered<ServerCall>(ServerCall call) ->
                bid.enqueueAnswered(call.reply(), now(), timeouts.atLeast(timeout));
            case Result.NotSent<ServerCall> never -> bid.enqueueNotSent();
            case Result.Abandoned<ServerCall> abandoned ->
                bid.enqueueAbandoned(abandoned.over(), ticker, timeouts.command());
        }
        return sender.call(result);
    }

    /** Sends a call that creates no entry. It leaves in a batch where others are under way. */
    public ServerCall send(Ask ask, Duration timeout) {
        return ask instanceof Ask.Combinable combinable
                ? sender.call(batcher.send(combinable, timeout))
                : sender.sendAlone(ask, timeout);
    }

    /** As {@link #send(Ask, Duration)}, with the time of one command. */
    public ServerCall send(Ask ask) {
        return send(ask, timeouts.command());
    }

    /** A call that failed for another reason than the server's, and may have been applied. */
    public ServerCall unanswered(RuntimeException cause) {
        return sender.unanswered(cause);
    }

    /** Removes an entry. Also touches the agent's own waiters that may be next, so that this answer shows their grants. */
    public ServerCall remove(Bid bid) {
        return send(removal(bid, OptionalLong.empty()));
    }

    /** Removes the lease of that token. The answer proves whether it was live until then. */
    public ServerCall release(Bid bid, long token) {
        return sender.call(batcher.send(removal(bid, OptionalLong.of(token)), timeouts.command()));
    }

    private Ask.Remove removal(Bid bid, OptionalLong lease) {
        return new Ask.Remove(bid.lock(), bid.acquirer(), waiters.next(bid.lock()), lease);
    }

    /** As {@link #release}, without waiting: it leaves in the next batch, and the thread that sends it completes the future. */
    public CompletableFuture<ServerCall> releaseLater(Bid bid, long token) {
        CompletableFuture<ServerCall> answer = batcher.submit(removal(bid, OptionalLong.of(token)), timeouts.command());
        lookAgain(answer);
        return answer;
    }

    /** Looks again after a while, because what the call waits for may hang. A waiting caller would look for itself. */
    private void lookAgain(CompletableFuture<ServerCall> answer) {
        Alarm alarm = watch.after(Batcher.PATIENCE, () -> {
            if (!answer.isDone()) {
                batcher.look();
                lookAgain(answer);
            }
        });
        var unused = answer.whenComplete((call, failure) -> alarm.cancel());
    }

    /** Touches many entries together. */
    public CallOfMany touchAll(Collection<LiveEntry> entries, Duration timeout) {
        String stamp = identity.nextStamp();
        long sentAt = now();
        List<Beat> beats = entries.stream()
                .map(entry -> new Beat(entry.bid().lock(), entry.bid().acquirer(), entry.behind(), entry.use()))
                .toList();
        return new CallOfMany(stamp, sentAt, sender.touchAll(beats, stamp, timeout));
    }

    /** Ends many entries at once; the most that it takes is the time given. */
    public void endAll(Collection<Bid> removes, Collection<Ask.Linger> lingers, Duration most) {
        store.endAll(removes.stream().map(Bid::remove).toList(), lingers, identity.nextStamp(), timeouts.atMost(most));
    }

    public Map<String, Snapshot> read(Collection<LockName> names) {
        return store.read(names, timeouts.command());
    }

    public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
        return store.read(names, timeout);
    }

    public List<Use> uses(Collection<LockName> names) {
        return store.uses(names, timeouts.command());
    }

    /** Calls are no longer batched. */
    public void close() {
        batcher.close();
        store.close();
    }
}
