package io.lockkeeper.simulation.machine;

import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The machine of one process: it may stand still for a while, and ends when it is killed. */
public final class SimulatedMachine implements Machine {

    /** What the threads of callers are called. */
    public static final String CALLER = "caller";

    private final Scheduler scheduler;
    private final String name;
    private final Map<String, Integer> names = new HashMap<>();
    private final List<Strand> stalled = new ArrayList<>();
    private final List<Strand> waitingForStep = new ArrayList<>();
    private @Nullable Strand inStep;
    private final long clock;
    private long seed;
    private boolean paused;
    private boolean dead;
    private final Troubles troubles = new Troubles();

    public SimulatedMachine(Scheduler scheduler, String name, long seed) {
        this.scheduler = scheduler;
        this.name = name;
        this.seed = seed;
        this.clock = seed >>> 24;
    }

    public String name() {
        return name;
    }

    /** Nothing of it runs for so long. */
    public void pause(long nanos) {
        paused = true;
        troubled(Troubles.Kind.PAUSE, nanos);
        scheduler.paused(nanos);
        scheduler.after(nanos, this::resume);
    }

    private void resume() {
        paused = false;
        stalled.forEach(scheduler::ready);
        stalled.clear();
    }

    public void kill() {
        troubled(Troubles.Kind.HINT, 0); // those it had yet to send
        dead = true;
        stalled.clear();
    }

    public boolean isDead() {
        return dead;
    }

    void ready(Strand strand) {
        if (paused) {
            stalled.add(strand);
        } else if (!dead) {
            scheduler.ready(strand);
        }
    }

    boolean mayEnterStep(Strand strand) {
        boolean may = inStep == null || inStep.equals(strand);
        inStep = may ? strand : inStep;
        return may;
    }

    void leftStep() {
        inStep = null;
        waitingForStep.forEach(this::ready);
        waitingForStep.clear();
    }

    void waitForStep(Strand strand) {
        waitingForStep.add(strand);
    }

    /** A strand of it is held: what must not take long may take longer. */
    void held(String strand, long nanos) {
        if (nanos > Duration.ofMillis(20).toNanos()) {
            boolean ofCaller = strand.startsWith(name + "/" + CALLER);
            troubled(ofCaller ? Troubles.Kind.CALLER_STANDS_STILL : Troubles.Kind.AGENT_STANDS_STILL, nanos);
        }
    }

    /** Something goes wrong for it for so long from now. */
    public void troubled(Troubles.Kind kind, long nanos) {
        troubles.add(kind, scheduler.now(), scheduler.now() + nanos);
    }

    public Troubles troubles() {
        return troubles;
    }

    @Override
    public long nanos() {
        return scheduler.now() + clock;
    }

    @Override
    public void park(Object blocker, long nanos) {
        if (nanos > 0) {
            Thread me = Thread.currentThread();
            Scheduler.Event alarm = scheduler.after(nanos, () -> LockSupport.unpark(me));
            LockSupport.park(blocker);
            alarm.cancel();
        }
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        long until = scheduler.now() + time.toNanos();
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long left = until - scheduler.now();
            if (left <= 0) {
                return;
            }
            park(this, left);
        }
    }

    @Override
    public boolean await(CompletableFuture<?> done, long nanos) throws InterruptedException {
        long until = scheduler.now() + nanos;
        Thread me = Thread.currentThread();
        var unused = done.whenComplete((result, failure) -> LockSupport.unpark(me));
        while (!done.isDone() && until - scheduler.now() > 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            park(this, until - scheduler.now());
        }
        return done.isDone();
    }

    @Override
    public Thread daemon(String thread, Runnable action) {
        return virtual(thread, action);
    }

    @Override
    public Thread virtual(String thread, Runnable action) {
        int time = names.merge(thread, 1, Integer::sum);
        String unique = "%s/%s%s".formatted(name, thread, time == 1 ? "" : "-" + time);
        return Threads.create(
                new Strand(scheduler, this, unique, scheduler.nextStrand()),
                unique,
                action,
                (dead, failure) -> scheduler.failed(unique, failure));
    }

    @Override
    public long random(long least, long bound) {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        return least + Long.remainderUnsigned(seed >>> 16, bound - least);
    }

    @Override
    public String uniqueName() {
        return name;
    }
}
