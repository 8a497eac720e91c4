package io.lockkeeper.agent;

import io.lockkeeper.agent.batching.Batcher;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.Ask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Sends calls, each under a stamp of its own, and passes on what the answer to a release tells the agent's own waiters. */
final class CallSender implements Batcher.Sender<CallSender.Asked, Call> {

    /** A release on its caller's thread that is not answered by then may wait for that thread alone: its waiters look for themselves. */
    private static final Duration HAND_OFF = Duration.ofMillis(500);

    private final AgentOptions options;
    private final Identity identity;
    private final LongSupplier ticker;
    private final LockStore store;
    private final Answers answers;
    private final Observing observing;
    private final LocalWaiters waiters;
    private final Timer watch;

    /** Where {@code watch} has alarms that wait for nothing. */
    CallSender(
            AgentOptions options,
            Identity identity,
            LongSupplier ticker,
            LockStore store,
            Answers answers,
            Observing observing,
            LocalWaiters waiters,
            Timer watch) {
        this.options = options;
        this.identity = identity;
        this.ticker = ticker;
        this.store = store;
        this.answers = answers;
        this.observing = observing;
        this.waiters = waiters;
        this.watch = watch;
    }

    /**
     * What is asked.
     *
     * @param enqueued whose entry it may create
     */
    record Asked(Ask.Combinable ask, Optional<Bid> enqueued) {

        static Asked of(Ask.Combinable ask) {
            return new Asked(ask, Optional.empty());
        }

        static Asked enqueue(Ask.Combinable ask, Bid bid) {
            return new Asked(ask, Optional.of(bid));
        }

        private List<String> waiting() {
            return ask instanceof Ask.Remove remove ? remove.waiting() : List.of();
        }
    }

    @Override
    public Call send(Asked asked, Duration timeout) {
        Optional<Alarm> alarm = asked.waiting().isEmpty()
                ? Optional.empty()
                : Optional.of(watch.after(HAND_OFF, () -> waiters.hint(asked.waiting())));
        asked.enqueued().ifPresent(bid -> bid.enqueueSent(now(), timeout));
        Call call = sendAlone(asked.ask(), timeout);
        alarm.ifPresent(Alarm::cancel);
        handOn(asked, call);
        return call;
    }

    @Override
    public List<Call> sendAll(List<Asked> acquireAll) {
        observing.batchSent(acquireAll.size());
        Duration timeout = options.commandTimeout();
        String stamp = identity.nextStamp();
        long sentAt = now();
        acquireAll.forEach(asked -> asked.enqueued().ifPresent(bid -> bid.enqueueSent(sentAt, timeout)));
        List<Reply> replies = store.applyAll(acquireAll.stream().map(Asked::ask).toList(), stamp, timeout);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < acquireAll.size(); i++) {
            Call call = new Call(stamp, sentAt, answers.heard(replies.get(i)));
            handOn(acquireAll.get(i), call);
            calls.add(call);
        }
        return calls;
    }

    @Override
    public Call unanswered(RuntimeException cause) {
        return new Call("", now(), answers.heard(new Reply.Unknown(cause)));
    }

    @Override
    public void over(Asked asked) {
        asked.enqueued().ifPresent(bid -> bid.enqueueOver(now(), options.commandTimeout()));
    }

    Call sendAlone(Ask ask, Duration timeout) {
        String stamp = identity.nextStamp();
        long sentAt = now();
        return new Call(stamp, sentAt, answers.heard(store.apply(ask, stamp, timeout)));
    }

    /** Notifies the waiters that a release touched, who learn it in no other way. Its caller's thread may not run soon enough. */
    private void handOn(Asked asked, Call call) {
        if (asked.ask() instanceof Ask.Remove remove) {
            if (call.reply() instanceof Reply.Answered answered) {
                answered.snapshot().ifPresent(lock -> waiters.offer(call, lock));
            } else {
                waiters.hint(remove.waiting());
            }
        }
    }

    private long now() {
        return ticker.getAsLong();
    }
}
