package io.lockkeeper.agent;

import io.lockkeeper.model.Change;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** The calls of one agent: each under a stamp of its own, and with the instant before it was handed to the driver. */
final class Calls {

    private final AgentOptions options;
    private final Identity identity;
    private final LongSupplier ticker;
    private final LockStore store;

    Calls(AgentOptions options, Identity identity, LongSupplier ticker, LockStore store) {
        this.options = options;
        this.identity = identity;
        this.ticker = ticker;
        this.store = store;
    }

    /** One call and what became of it. */
    record Call(String stamp, long sentAt, Reply reply) {}

    AgentOptions options() {
        return options;
    }

    LongSupplier ticker() {
        return ticker;
    }

    long now() {
        return ticker.getAsLong();
    }

    /** A new request by the calling thread. */
    Bid bid(LockRequest asked) {
        Duration ttl = asked.ttl()
                .map(each -> AgentOptions.requireTtl(each, options.clockSkewAllowance()))
                .orElse(options.ttl());
        Kind kind = asked.kind();
        return new Bid(
                asked.name(),
                new Request(
                        identity.nextAcquirer(), kind.weight(), kind.capacity(), ttl, identity.owner(asked.note())));
    }

    Call enqueue(Bid bid, Duration timeout) {
        String stamp = identity.nextStamp();
        return enqueue(bid, Settle.enqueue(bid.lock(), bid.request(), stamp), stamp, timeout);
    }

    Call tryEnqueue(Bid bid) {
        String stamp = identity.nextStamp();
        return enqueue(bid, Settle.tryEnqueue(bid.lock(), bid.request(), stamp), stamp, options.commandTimeout());
    }

    Call touch(Bid bid, Duration timeout) {
        String stamp = identity.nextStamp();
        return send(Settle.touch(bid.lock(), bid.acquirer(), stamp), stamp, timeout);
    }

    /** The touch that makes a writer a reader. */
    Call downgrade(Bid bid, Duration timeout) {
        String stamp = identity.nextStamp();
        return send(Settle.lighten(bid.lock(), bid.acquirer(), Kind.READING.weight(), stamp), stamp, timeout);
    }

    Call remove(Bid bid) {
        String stamp = identity.nextStamp();
        return send(Settle.remove(bid.lock(), bid.acquirer(), stamp), stamp, options.commandTimeout());
    }

    /** A release after which the lock stays taken until so long after its grant. */
    Call linger(Bid bid, Duration atLeast) {
        String stamp = identity.nextStamp();
        return send(Settle.linger(bid.lock(), bid.acquirer(), atLeast, stamp), stamp, options.commandTimeout());
    }

    LockStore.Touched touchAll(Collection<Bid> bids, Duration timeout) {
        return store.touchAll(bids, identity.nextStamp(), timeout);
    }

    void removeAll(Collection<Bid> bids) {
        store.removeAll(bids, identity.nextStamp(), options.commandTimeout());
    }

    Map<String, Snapshot> read(Collection<Bid> bids) {
        return store.read(bids, options.commandTimeout());
    }

    List<Rotation.Use> uses(Collection<String> names) {
        return store.uses(names, options.commandTimeout());
    }

    private Call enqueue(Bid bid, Change change, String stamp, Duration timeout) {
        bid.enqueueSent(now());
        Call call = send(change, stamp, timeout);
        if (call.reply() instanceof Reply.Unknown) {
            bid.enqueueUnknown();
        }
        return call;
    }

    private Call send(Change change, String stamp, Duration timeout) {
        long sentAt = now();
        return new Call(stamp, sentAt, store.apply(change, timeout));
    }
}
