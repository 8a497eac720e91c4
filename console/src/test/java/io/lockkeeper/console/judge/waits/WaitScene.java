package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.ArrayList;

/** A long queue with others behind its waiters, a deadlock, and a process whose threads may wait for each other. */
final class WaitScene {

    static final String STUCK = "order:4711";
    private static final Duration TTL = Duration.ofMinutes(10);

    private final Locks locks;

    WaitScene(Locks locks) {
        this.locks = locks;
    }

    void queue() {
        Owner archive = Locks.owner("archive", "ar-1", 60, "main", "");
        Owner next = Locks.owner("billing", "bill-9c", 1187, "order-worker-1", "");
        ask(STUCK, Locks.owner("billing", "bill-7f", 2211, "order-worker-3", "payment"));
        ask("invoice:4711", next);
        ask("archive:2026-11", archive);
        ask(STUCK, next);
        ask(STUCK, Locks.owner("billing", "bill-2a", 903, "order-worker-5", "refund"));
        for (int i = 1; i <= 8; i++) {
            ask(STUCK, Locks.owner("shop", "shop-" + i, 70 + i, "http-nio-8080-exec-" + i, ""));
        }
        ask("invoice:4711", archive);
        ask("archive:2026-11", Locks.owner("report", "rp-1", 17, "main", ""));
    }

    void deadlock() {
        Owner shop = Locks.owner("shop", "shop-3", 73, "http-nio-8080-exec-4", "");
        Owner stock = Locks.owner("stock", "stock-2", 412, "packer-1", "");
        ask("order:7001", shop);
        ask("stock:bolt-m8", stock);
        ask("order:7001", stock);
        ask("stock:bolt-m8", shop);
        ask("stock:bolt-m8", Locks.owner("stock", "stock-1", 411, "packer-7", ""));
    }

    void possible() {
        ask("customer:42", Locks.owner("payments", "pay-1", 31, "worker-2", ""));
        ask("customer:42", Locks.owner("payments", "pay-2", 32, "worker-1", ""));
        ask("customer:17", Locks.owner("payments", "pay-3", 33, "worker-1", ""));
        ask("customer:17", Locks.owner("payments", "pay-1", 31, "worker-3", ""));
    }

    /** What the agents of all these do all the time. */
    void touch() {
        locks.collection().distinct("_id", String.class).into(new ArrayList<>()).forEach(locks::touchAll);
    }

    void hostile(String text) {
        Owner one = new Owner("one", text, text, text, 7, text, text);
        Owner other = new Owner("other", text, text, text, 8, text, text);
        ask(text, one);
        ask("y" + text, other);
        ask(text, other);
        ask("y" + text, one);
    }

    private void ask(String lock, Owner owner) {
        locks.enqueue(lock, owner, TTL);
    }
}
