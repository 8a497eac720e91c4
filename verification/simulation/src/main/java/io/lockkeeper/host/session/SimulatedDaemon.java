package io.lockkeeper.host.session;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.Succession;
import io.lockkeeper.host.kernel.BootClock;
import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.host.report.HostFigures;
import io.lockkeeper.host.session.SimulatedTime.Party;
import io.lockkeeper.host.state.HostState;
import io.lockkeeper.host.state.KeptSession;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One host agent of several in a row: the product's sessions and notes, on an agent as it asks the server. Killed, it does nothing more. */
final class SimulatedDaemon implements Succession {

    private static final long ROUND = 5;
    private static final long ROUNDS = 10;
    private static final long LOOK = 50;

    private final SimulatedTime time;
    private final SplittableRandom chance;
    private final SimulatedLock lock;
    private final HostLoop loop;
    private final HostParts parts;
    private final QueueNotices notices = new QueueNotices();
    private long requests;
    private boolean alive = true;

    SimulatedDaemon(
            SimulatedTime time,
            SplittableRandom chance,
            SimulatedLock lock,
            Selector selector,
            Path folder,
            ProcessProof.Kernel kernel) {
        this.time = time;
        this.chance = chance;
        this.lock = lock;
        this.loop = new HostLoop(new BootClock(time::uptime, time::running), selector);
        HostSettings settings = new HostSettings(
                folder.resolve("s"), null, "shop", false, AgentOptions.forService("host-agent"), HostLimits.DEFAULT);
        HostState state = HostState.open(folder.resolve("state"), kernel, "shop");
        this.parts = new HostParts(this, notices, loop, settings, new HostSessions(), kernel, new HostFigures(), state);
        for (KeptSession.Left left : state.left()) {
            try {
                HostSession.goOn(left, parts);
            } catch (RequestRefusedException e) {
                throw new IllegalStateException(e);
            }
        }
        round();
    }

    HostParts parts() {
        return parts;
    }

    boolean isAlive() {
        return alive;
    }

    void kill() {
        alive = false;
    }

    /** What it does then, unless it is killed before. */
    void after(long delay, Runnable action) {
        time.after(delay, Party.HOST_AGENT, () -> {
            if (alive) {
                action.run();
            }
        });
    }

    private void round() {
        loop.turn();
        after(ROUND + chance.nextLong(ROUNDS), this::round);
    }

    long running() {
        return time.running();
    }

    /** How long a call is on its way. */
    long wire() {
        return chance.nextInt(12) == 0 ? 200 + chance.nextLong(1_000) : 1 + chance.nextLong(6);
    }

    /** An answer, if it is alive to hear it. */
    <T> Consumer<T> heard(Consumer<T> listener) {
        return answer -> after(1 + chance.nextLong(4), () -> listener.accept(answer));
    }

    @Override
    public LockAgent agent() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Lease> acquire(LockRequest asked) {
        LockObserver.Acquiring acquiring = notices.acquiring(asked);
        CompletableFuture<Lease> granted = new CompletableFuture<>();
        after(chance.nextLong(4), () -> enqueue(asked, acquiring, granted));
        return granted;
    }

    private void enqueue(LockRequest asked, LockObserver.Acquiring acquiring, CompletableFuture<Lease> granted) {
        String acquirer =
                parts.state().name().agent() + "." + (parts.state().name().term() * 1_000_000L + ++requests);
        acquiring.asks(acquirer);
        long sentAt = running();
        lock.enqueue(acquirer, ttl(asked), wire(), heard(shown -> look(asked, acquirer, sentAt, shown, granted)));
    }

    /** Given up, it is removed, as the agent does. */
    private void look(
            LockRequest asked,
            String acquirer,
            long sentAt,
            SimulatedLock.Shown shown,
            CompletableFuture<Lease> granted) {
        if (granted.isDone()) {
            lock.remove(acquirer, wire(), again -> {});
        } else if (shown.token() > 0) {
            Lease lease = new SimulatedGrant(this, lock, acquirer, shown.token(), ttl(asked), sentAt);
            if (!granted.complete(lease)) {
                CompletableFuture<Boolean> unused = lease.releaseAsync();
            }
        } else if (shown.isThere()) {
            after(LOOK, () -> {
                long touchedAt = running();
                lock.touch(acquirer, wire(), heard(then -> look(asked, acquirer, touchedAt, then, granted)));
            });
        } else {
            granted.completeExceptionally(new IllegalStateException("It was dropped"));
        }
    }

    private static long ttl(LockRequest asked) {
        return asked.ttl().orElseThrow().toMillis();
    }

    @Override
    public CompletableFuture<Lease> lease(LockRequest asked, String acquirer) {
        CompletableFuture<Lease> taken = new CompletableFuture<>();
        long sentAt = running();
        lock.touch(acquirer, wire(), heard(shown -> {
            if (shown.token() > 0) {
                taken.complete(new SimulatedGrant(this, lock, acquirer, shown.token(), ttl(asked), sentAt));
            } else {
                taken.completeExceptionally(
                        new LeaseLostException("lock", Optional.of(new LeaseLoss.TakenOver(List.of()))));
            }
        }));
        return taken;
    }

    @Override
    public CompletableFuture<Lease> wait(LockRequest asked, String acquirer) {
        LockObserver.Acquiring acquiring = notices.acquiring(asked);
        CompletableFuture<Lease> granted = new CompletableFuture<>();
        long sentAt = running();
        lock.touch(acquirer, wire(), heard(shown -> {
            if (shown.isThere()) {
                look(asked, acquirer, sentAt, shown, granted);
            } else {
                remove(asked, acquirer);
                enqueue(asked, acquiring, granted);
            }
        }));
        return granted;
    }

    @Override
    public CompletableFuture<Boolean> release(LockRequest asked, String acquirer, long token) {
        CompletableFuture<Boolean> held = new CompletableFuture<>();
        lock.remove(acquirer, wire(), heard(shown -> held.complete(true)));
        return held;
    }

    /** For as long as a call of the daemon before may land. */
    @Override
    public void remove(LockRequest asked, String acquirer) {
        lock.remove(acquirer, wire(), shown -> {});
        for (long later = 500; later <= 2_000; later += 500) {
            after(later, () -> lock.remove(acquirer, wire(), shown -> {}));
        }
    }
}
