package io.lockkeeper.faults.peer;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.peers.LockClient;
import io.lockkeeper.peers.LockClient.Held;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One request for a lock, from its asking to its end, on one thread: to some libraries a lock belongs to a thread. */
final class Caller {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration AGAIN = Duration.ofMillis(250);
    private static final Duration WORK = Duration.ofMillis(50);

    /** An order to a holder. */
    enum Order {
        READ,
        WRITE,
        RELEASE
    }

    private final LockClient locks;
    private final Counter counter;
    private final Consumer<Event> journal;
    private final String client;
    private final String call;
    private final String lock;
    private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();

    Caller(LockClient locks, Counter counter, Consumer<Event> journal, String client, String call, String lock) {
        this.locks = locks;
        this.counter = counter;
        this.journal = journal;
        this.client = client;
        this.call = call;
        this.lock = lock;
    }

    void tell(Order order) {
        orders.add(order);
    }

    /** Holds the lock and checks it until the order to release comes. */
    void hold() throws InterruptedException, IOException {
        Held held = ask();
        while (true) {
            Order order = orders.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            look(held);
            if (order == Order.READ) {
                long value = read();
                orders.take(); // between reading and writing it looks at nothing, as code under a lock does
                write(held, value + 1);
            } else if (order == Order.RELEASE) {
                release(held);
                return;
            }
        }
    }

    /** Counts one up, under the lock. */
    void count() throws InterruptedException, IOException {
        Held held = ask();
        look(held);
        long value = read();
        Thread.sleep(WORK);
        write(held, value + 1);
        look(held);
        release(held);
    }

    /** Where asking fails, it is asked again, as by any service. */
    private Held ask() throws InterruptedException {
        while (true) {
            journal.accept(new Event.Asked(now(), client, call, lock, 1, 1, true));
            try {
                Held held = locks.acquire(lock);
                held.onLoss(why -> journal.accept(lost(why)));
                journal.accept(new Event.Granted(
                        now(), client, call, lock, held.token().orElse(0), 0));
                return held;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                journal.accept(new Event.Unknown(now(), client, call, e.toString()));
                Thread.sleep(AGAIN);
            }
        }
    }

    private void look(Held held) {
        long before = now();
        try {
            boolean yes = held.isHeld();
            journal.accept(yes ? new Event.Held(before, client, call, 0) : new Event.NotHeld(now(), client, call));
        } catch (Exception e) {
            journal.accept(new Event.Unknown(now(), client, call, e.toString()));
        }
    }

    private long read() throws IOException {
        long value = counter.read();
        journal.accept(new Event.Read(now(), client, call, lock, value));
        return value;
    }

    private void write(Held held, long value) throws IOException {
        boolean accepted = counter.write(value, held.token());
        journal.accept(new Event.Written(now(), client, call, lock, held.token().orElse(0), value, accepted));
    }

    private void release(Held held) {
        journal.accept(new Event.Releasing(now(), client, call));
        try {
            boolean heldToTheEnd = held.release();
            journal.accept(new Event.Released(now(), client, call, heldToTheEnd));
        } catch (Exception e) {
            journal.accept(new Event.Unknown(now(), client, call, e.toString()));
        }
    }

    private Event lost(String why) {
        return new Event.Lost(now(), client, call, "Told", why);
    }

    private static long now() {
        return System.nanoTime();
    }
}
