package io.lockkeeper.simulation.machine;

import io.lockkeeper.simulation.code.Points;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A virtual thread that runs when the scheduler says so. It is the executor of its own thread. */
@SuppressWarnings("ThreadPriorityCheck") // to yield is what it is for
final class Strand implements Executor {

    /** The longest run at a stretch: a thread in an endless loop keeps no other from running, and is noticed. */
    private static final int AT_A_STRETCH = 5_000;

    private final Scheduler scheduler;
    private final SimulatedMachine machine;
    private final String name;
    private final long number;
    private final int[] passed = new int[Points.count()];
    private int unbroken;
    private int unswitched;
    private boolean waitsForStep;
    private long holdFor = -1;
    private long heldFor;
    private @Nullable Runnable task;

    Strand(Scheduler scheduler, SimulatedMachine machine, String name, long number) {
        this.scheduler = scheduler;
        this.machine = machine;
        this.name = name;
        this.number = number;
    }

    long heldFor() {
        return heldFor;
    }

    long number() {
        return number;
    }

    /** Its thread can go on: at once, or when it is no longer held. */
    @Override
    public void execute(Runnable next) {
        task = next;
        long hold = holdFor;
        holdFor = -1;
        if (waitsForStep) {
            waitsForStep = false;
            machine.waitForStep(this);
        } else if (hold > 0) {
            heldFor += hold;
            scheduler.held(heldFor);
            machine.held(name, hold);
            scheduler.after(hold, () -> machine.ready(this));
        } else {
            machine.ready(this);
        }
    }

    void step() {
        Runnable next = task;
        task = null;
        unswitched = 0;
        if (next != null) {
            next.run();
        }
    }

    void reached(int point) {
        scheduler.count(point);
        if (unbroken > 0) {
            return;
        }
        int time = ++passed[point];
        long hold = scheduler.decisions().hold(name, point, time);
        if (hold < 0 && ++unswitched >= AT_A_STRETCH) {
            hold = 0;
        }
        if (hold >= 0) {
            holdFor = hold;
            Thread.yield();
            holdFor = -1; // where the thread could not yield
        }
    }

    /** Not while another strand of the machine is in one: it would wait in a monitor of the JDK, which wakes it on a thread of its own. */
    void enterStep() {
        while (unbroken == 0 && !machine.mayEnterStep(this)) {
            waitsForStep = true;
            Thread.yield();
        }
        unbroken++;
    }

    void leaveStep() {
        if (--unbroken == 0) {
            machine.leftStep();
        }
    }
}
