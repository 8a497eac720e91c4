package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;

/** Shares a lock among readers, excludes them to write, and atomically downgrades a write lease to a read lease. */
final class ReadWriteMain {

    private static final LockRequest READ = LockRequest.reading("example:catalogue");
    private static final LockRequest WRITE = LockRequest.writing("example:catalogue");

    private ReadWriteMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = Example.client();
                LockAgent shop = Example.agent(client, "shop");
                LockAgent editor = Example.agent(client, "editor")) {
            try (Lease one = shop.acquire(READ);
                    Lease other = shop.acquire(READ)) {
                check(one.isHeld() && other.isHeld(), "readers share");
                check(editor.tryAcquire(WRITE).isEmpty(), "no one writes while somebody reads");
            }
            try (Lease writing = editor.acquire(WRITE)) {
                check(shop.tryAcquire(READ).isEmpty(), "no one reads while somebody writes");
                writing.downgrade();
                try (Lease reading = shop.tryAcquire(READ).orElseThrow()) {
                    check(
                            writing.isHeld() && reading.isHeld(),
                            "a writer goes over to reading, and others read with it");
                }
            }
        }
    }
}
