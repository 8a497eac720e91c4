package io.lockkeeper.agent.upkeep;

import static io.lockkeeper.agent.time.Durations.shorter;

import com.mongodb.MongoException;
import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.Ask;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes, in the background, the entries of requests that their callers gave up, and repeats until that is certain. While an enqueue of a
 * request may still land, only a remove sent a ttl after it ends the repeats.
 */
public final class Removals {

    private static final Logger log = LoggerFactory.getLogger(Removals.class);
    private static final Duration WHILE_UNCERTAIN = Duration.ofSeconds(1);
    /** While the agent closes, those in doubt are looked at again after so long, then after twice as long, and so on, up to the end. */
    private static final Duration UNDER_WAY = Duration.ofMillis(50);
    /** A server that has just ended a thousand gets as long for the next thousand. */
    private static final Duration WHILE_ANSWERED = Duration.ofSeconds(5);

    private final Server server;
    private final Timer background;
    private final Map<String, Bid> pending = new ConcurrentHashMap<>();

    public Removals(Server server, Timer background) {
        this.server = server;
        this.background = background;
    }

    /** Removes the request's entry, whether it holds or waits. It must not be enqueued again. */
    public void remove(Bid bid) {
        removeAfter(Duration.ZERO, bid);
    }

    /** As {@link #remove(Bid)}, and runs the action when the server has answered once, or did not in the time of a command. */
    public void remove(Bid bid, Runnable asked) {
        pending.put(bid.acquirer(), bid);
        background.after(Duration.ZERO, () -> {
            try {
                attempt(bid);
            } finally {
                asked.run();
            }
        });
    }

    public void removeAfter(Duration delay, Bid bid) {
        pending.put(bid.acquirer(), bid);
        schedule(delay, bid);
    }

    /** Removes the request's entry after its ttl, or when the agent closes, unless another removal is pending. */
    public void removeByItsEnd(Bid bid) {
        if (pending.putIfAbsent(bid.acquirer(), bid) == null) {
            schedule(bid.request().ttl(), bid);
        }
    }

    /** Removes the request's entry before it returns, if the server answers in time, and else in the background. */
    public void removeNow(Bid bid) {
        boolean interrupted = Thread.interrupted(); // would cut off what somebody else may be waiting for
        pending.put(bid.acquirer(), bid);
        attempt(bid);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends these entries and all that are pending, a thousand at a time. Those in doubt stay pending. Takes longer than asked only while the
     * server answers. Returns whether it answered.
     */
    public boolean endAll(List<Bid> removes, List<Ask.Linger> lingers, long giveUpAt) {
        boolean answered = false;
        long endBy = giveUpAt;
        removes.forEach(bid -> pending.put(bid.acquirer(), bid));
        List<Bid> all = List.copyOf(pending.values());
        for (int from = 0; from < Math.max(1, all.size()); from += Renewals.BATCH) {
            List<Bid> batch = all.subList(from, Math.min(all.size(), from + Renewals.BATCH));
            long sentAt = server.now();
            if (endTogether(batch, from == 0 ? lingers : List.of(), endBy)) {
                answered = true;
                batch.stream().filter(bid -> bid.isEndedBy(sentAt)).forEach(bid -> pending.remove(bid.acquirer()));
                endBy = server.machine().nanos() + WHILE_ANSWERED.toNanos();
            }
        }
        return answered;
    }

    private boolean endTogether(List<Bid> removes, List<Ask.Linger> lingers, long giveUpAt) {
        Duration left = Duration.ofNanos(giveUpAt - server.machine().nanos());
        if (!left.isPositive() || (removes.isEmpty() && lingers.isEmpty())) {
            return false;
        }
        try {
            server.endAll(removes, lingers, left);
            return true;
        } catch (MongoException | IllegalStateException e) { // the latter where the client was closed first
            log.debug("{} requests could not be undone together", removes.size() + lingers.size(), e);
            return false;
        }
    }

    /** Tries what is pending once more, within the time given, and leaves what then remains to its expiry. Ends the background. */
    public void close(long giveUpAt) {
        pending.values().forEach(bid -> schedule(Duration.ZERO, bid));
        background.stop(left(giveUpAt));
        if (pending.isEmpty()) {
            return;
        }
        boolean answered = endThoseUnderWay(giveUpAt);
        if (!answered || pending.values().stream().anyMatch(Bid::isUnderWay)) {
            log.warn("{} requests could not be undone for certain; they end by their expiry", pending.size());
        } else if (!pending.isEmpty()) {
            log.info(
                    "{} requests were removed. Their calls were cut off: one that still reaches MongoDB ends by its expiry",
                    pending.size());
        }
    }

    /**
     * A request that was under way when it was removed is removed once more, when it has come to its end. For one whose outcome stays
     * unknown, waiting would change nothing. Returns whether the server answered last.
     */
    private boolean endThoseUnderWay(long giveUpAt) {
        boolean answered = endAll(List.of(), List.of(), giveUpAt);
        Duration pause = UNDER_WAY;
        while (answered
                && pending.values().stream().anyMatch(Removals::endsSoon)
                && left(giveUpAt).compareTo(UNDER_WAY) > 0) {
            try {
                server.machine().sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            answered = endAll(List.of(), List.of(), giveUpAt);
            pause = shorter(pause.multipliedBy(2), left(giveUpAt).dividedBy(2));
        }
        return answered || pending.isEmpty();
    }

    private static boolean endsSoon(Bid bid) {
        return bid.isUnderWay() || !bid.isUncertain();
    }

    private Duration left(long giveUpAt) {
        return Duration.ofNanos(Math.max(0, giveUpAt - server.machine().nanos()));
    }

    private void attempt(Bid bid) {
        if (!pending.containsKey(bid.acquirer())) {
            return;
        }
        ServerCall call = server.remove(bid);
        switch (call.reply()) {
            case Reply.Answered answered when bid.isEndedBy(call.sentAt()) -> pending.remove(bid.acquirer());
            case Reply.Answered answered -> schedule(WHILE_UNCERTAIN, bid);
            case Reply.Unknown unknown -> schedule(server.pause().afterFailure(), bid);
            case Reply.Refused refused -> {
                pending.remove(bid.acquirer());
                log.error(
                        "A request for lock \"{}\" could not be undone; it ends by its expiry",
                        bid.lock(),
                        refused.cause());
            }
        }
    }

    private void schedule(Duration delay, Bid bid) {
        background.after(delay, () -> attempt(bid));
    }
}
