package io.lockkeeper.agent.calls;

import io.lockkeeper.agent.batching.BatchSender;
import io.lockkeeper.agent.batching.Batcher.Result;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls, each under a stamp of its own, notes whether the server answers, and passes on what the answer to a release shows of the
 * agent's own waiters. A batch also carries the enqueues that wait in the local queues of its locks.
 */
final class CallSender implements BatchSender<Ask.Combinable, ServerCall> {

    /** A release unanswered by then may only wait for its caller's thread: the waiters that it touched check for themselves. */
    private static final Duration HAND_OFF = Duration.ofMillis(500);

    /** An event of a grant that is not heard by then may be lost. */
    private static final Duration EVENT = Duration.ofMillis(100);

    private final Duration commandTimeout;
    private final Identity identity;
    private final LongSupplier ticker;
    private final LockStore store;
    private final CallObserver observing;
    private final WaitingCallers waiters;
    private final Timer watch;
    private final PoolWarning pool;
    /** When the first of the latest calls in a row failed to get an answer, on the agent's clock. */
    private volatile @Nullable Long silentSince;

    /** @param watch has alarms that wait for nothing */
    CallSender(
            Duration commandTimeout,
            Identity identity,
            LongSupplier ticker,
            LockStore store,
            CallObserver observing,
            WaitingCallers waiters,
            Timer watch) {
        this.commandTimeout = commandTimeout;
        this.identity = identity;
        this.ticker = ticker;
        this.store = store;
        this.observing = observing;
        this.waiters = waiters;
        this.watch = watch;
        this.pool = new PoolWarning(ticker);
    }

    @Override
    public boolean goesAlone(Ask.Combinable ask) {
        return !waiters.hasEnqueueFor(ask);
    }

    @Override
    public ServerCall send(Ask.Combinable ask, Duration timeout) {
        List<String> waiting = waiting(ask);
        Optional<Alarm> alarm =
                waiting.isEmpty() ? Optional.empty() : Optional.of(watch.after(HAND_OFF, () -> waiters.hint(waiting)));
        ServerCall call = sendOne(ask, timeout);
        alarm.ifPresent(Alarm::cancel);
        handOn(ask, call);
        return call;
    }

    @Override
    public List<ServerCall> sendAll(List<Ask.Combinable> asks) {
        List<Sending> all = asks.stream().flatMap(this::withEnqueues).toList();
        try {
            List<ServerCall> calls = sendTogether(all.stream().map(Sending::ask).toList());
            List<ServerCall> own = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                ServerCall call = calls.get(i);
                all.get(i).carried().ifPresentOrElse(each -> each.answer().complete(call), () -> own.add(call));
            }
            return own;
        } catch (RuntimeException | Error e) {
            ServerCall unanswered =
                    unanswered(new IllegalStateException("The call that carried the enqueue failed", e));
            all.stream()
                    .flatMap(each -> each.carried().stream())
                    .forEach(each -> each.answer().complete(unanswered));
            throw e;
        }
    }

    /** The call, and the enqueues that it carries, in the order in which their waiters joined. */
    private Stream<Sending> withEnqueues(Ask.Combinable ask) {
        Sending own = new Sending(ask, Optional.empty());
        List<CarriedEnqueue> taken = waiters.takeEnqueues(ask);
        if (taken.isEmpty()) {
            return Stream.of(own);
        }
        Map<Boolean, List<Sending>> carried = taken.stream()
                .collect(Collectors.partitioningBy(
                        each -> waiters.isAhead(each, ask), Collectors.mapping(Sending::new, Collectors.toList())));
        Stream<Sending> ahead = Objects.requireNonNull(carried.get(true)).stream();
        Stream<Sending> behind = Objects.requireNonNull(carried.get(false)).stream();
        return Stream.of(ahead, Stream.of(own), behind).flatMap(Function.identity());
    }

    /** One call of a batch: one that was asked for, or an enqueue that another carries. */
    private record Sending(Ask.Combinable ask, Optional<CarriedEnqueue> carried) {
        Sending(CarriedEnqueue carried) {
            this(carried.enqueue(), Optional.of(carried));
        }
    }

    private List<ServerCall> sendTogether(List<Ask.Combinable> asks) {
        observing.batchSent(asks.size());
        String stamp = identity.nextStamp();
        long sentAt = now();
        List<Reply> replies = store.applyAll(asks, stamp, commandTimeout);
        List<ServerCall> calls = new ArrayList<>();
        for (int i = 0; i < asks.size(); i++) {
            ServerCall call = new ServerCall(stamp, sentAt, heard(replies.get(i)));
            handOn(asks.get(i), call);
            calls.add(call);
        }
        return calls;
    }

    @Override
    public ServerCall unanswered(RuntimeException cause) {
        return new ServerCall("", now(), heard(new Reply.Unknown(cause)));
    }

    /** The outcome of a call for its caller. */
    ServerCall call(Result<ServerCall> result) {
        return switch (result) {
            case Result.Answered<ServerCall>(ServerCall call) -> call;
            case Result.NotSent<ServerCall> never -> givenUp(never.cause());
            case Result.Abandoned<ServerCall> abandoned -> givenUp(abandoned.cause());
        };
    }

    /** The unknown outcome of a call; that of an interrupted caller says nothing about the server. */
    private ServerCall givenUp(RuntimeException cause) {
        return cause.getCause() instanceof InterruptedException
                ? new ServerCall("", now(), new Reply.Unknown(cause))
                : unanswered(cause);
    }

    ServerCall sendAlone(Ask ask, Duration timeout) {
        ServerCall call = sendOne(ask, timeout);
        handOn(ask, call);
        return call;
    }

    private ServerCall sendOne(Ask ask, Duration timeout) {
        String stamp = identity.nextStamp();
        long sentAt = now();
        return new ServerCall(stamp, sentAt, heard(store.apply(ask, stamp, timeout)));
    }

    /** Hands the answer to the waiters that the release touched, which get no event. Any other answer may precede an event. */
    private void handOn(Ask ask, ServerCall call) {
        if (call.reply() instanceof Reply.Answered answered) {
            answered.snapshot()
                    .ifPresent(lock -> lookLater(
                            ask instanceof Ask.Remove ? waiters.offer(call, lock) : waiters.granted(ask, lock)));
        } else if (ask instanceof Ask.Remove remove) {
            waiters.hint(remove.waiting());
        }
    }

    /** Has those look whose event does not come soon: it may be lost. */
    private void lookLater(List<String> granted) {
        if (!granted.isEmpty()) {
            var unused = watch.after(EVENT, () -> waiters.hint(granted));
        }
    }

    /** Touches many entries together; it notes the answer as {@link #sendAlone} does. */
    Touched touchAll(List<Beat> beats, String stamp, Duration timeout) {
        try {
            Touched touched = store.touchAll(beats, stamp, timeout);
            touched.failure().ifPresentOrElse(this::heard, this::answered);
            return touched;
        } catch (RuntimeException e) {
            unknown(e);
            throw e;
        }
    }

    /** Notes whether the server answered. */
    private Reply heard(Reply reply) {
        if (reply instanceof Reply.Unknown unknown) {
            unknown(unknown.cause());
        } else {
            answered();
        }
        return reply;
    }

    private void answered() {
        silentSince = null;
    }

    private void unknown(Exception cause) {
        if (silentSince == null) {
            silentSince = now();
        }
        pool.heard(cause);
        observing.outcomeUnknown(cause);
    }

    /** How long the server has not answered; empty while it answers. */
    Optional<Duration> silentFor() {
        Long since = silentSince;
        return since == null ? Optional.empty() : Optional.of(Duration.ofNanos(now() - since));
    }

    private static List<String> waiting(Ask ask) {
        return ask instanceof Ask.Remove remove ? remove.waiting() : List.of();
    }

    private long now() {
        return ticker.getAsLong();
    }
}
