package io.lockkeeper.agent.hints;

import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends hints on a thread of its own, so that no caller waits for them, and several together. It keeps a bounded number and drops the oldest:
 * whom a lost hint concerns looks for itself within a second.
 */
final class HintSender {

    private static final Logger log = LoggerFactory.getLogger(HintSender.class);

    /** The most hints that wait to be sent. */
    static final int MOST = 4096;

    private static final long REST = Duration.ofDays(1).toNanos();

    private final Machine machine;
    private final HintChannel channel;
    private final Queue<Placed> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean closed;

    private record Placed(HintPlace to, Hint hint) {}

    HintSender(Machine machine, HintChannel channel) {
        this.machine = machine;
        this.channel = channel;
        this.thread = machine.daemon("lockkeeper-hints", this::run);
    }

    /** Has them written in that place. */
    void add(HintPlace to, Collection<Hint> hints) {
        if (hints.isEmpty() || closed) {
            return;
        }
        hints.forEach(hint -> add(new Placed(to, hint)));
        if (started.compareAndSet(false, true)) {
            thread.start();
        }
        LockSupport.unpark(thread);
    }

    private void add(Placed hint) {
        waiting.add(hint);
        if (count.incrementAndGet() > MOST && waiting.poll() != null) {
            count.decrementAndGet();
        }
    }

    /** Sends what is left, and returns when that is done or the time is over. */
    void close(Duration within) {
        closed = true;
        if (started.get()) {
            LockSupport.unpark(thread);
            try {
                var unused = machine.await(ended, within.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            thread.interrupt();
        }
    }

    private void run() {
        try {
            while (!waiting.isEmpty() || !closed) {
                Map<HintPlace, List<Hint>> next = take();
                if (next.isEmpty()) {
                    machine.park(this, REST);
                } else {
                    next.forEach(this::send);
                }
                if (Thread.interrupted()) {
                    return;
                }
            }
        } finally {
            ended.complete(null);
        }
    }

    /** All waiting hints, each once. */
    private Map<HintPlace, List<Hint>> take() {
        Set<Placed> taken = new LinkedHashSet<>();
        for (Placed hint = waiting.poll(); hint != null; hint = waiting.poll()) {
            count.decrementAndGet();
            taken.add(hint);
        }
        return taken.stream()
                .collect(Collectors.groupingBy(Placed::to, Collectors.mapping(Placed::hint, Collectors.toList())));
    }

    private void send(HintPlace to, List<Hint> hints) {
        try {
            channel.send(to, hints);
        } catch (RuntimeException e) {
            log.debug("{} hints were not written; the agents that they concern look for themselves", hints.size(), e);
        }
    }
}
