package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps out a holder that does not know yet that it has lost its lease: the resource refuses a token lower than it has seen. */
final class FencingMain {

    private static final LockRequest LOCK = LockRequest.of("example:fencing");

    private FencingMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Account account = new Account();
        try (MongoClient client = Example.client();
                LockAgent slow = Example.agent(client, "slow");
                LockAgent quick = Example.agent(client, "quick");
                Lease old = slow.acquire(LOCK.withManualRenewal())) {
            check(account.write(old.token()), "the holder writes");
            try (Lease lease = quick.acquire(LOCK)) { // granted once the other, which hangs, has expired
                check(lease.token() > old.token(), "the next grant has a greater token");
                check(account.write(lease.token()), "the next holder writes");
                check(!account.write(old.token()), "what the first one writes late is refused");
            }
        }
    }

    /** What the lock protects. In a database this is a condition of the write: {@code token <= :token}. */
    private static final class Account {
        private final AtomicLong highest = new AtomicLong();

        boolean write(long token) {
            return highest.accumulateAndGet(token, Math::max) == token;
        }
    }
}
