package io.lockkeeper.faults.peer;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** An agent as it comes: a ttl of 30 s, renewed each 10 s. */
final class LockkeeperLocks implements PeerLocks {

    private final MongoClient client;
    private final LockAgent agent;

    LockkeeperLocks(String address) {
        client = MongoConnection.to(address);
        agent = LockAgent.connect(client, MongoConnection.DATABASE, AgentOptions.forService("peers"));
    }

    @Override
    public HeldLock acquire(String lock, Consumer<String> told) throws InterruptedException {
        Lease lease = agent.acquire(lock);
        lease.onLoss((lost, loss) -> told.accept(loss.toString()));
        return new HeldLock() {
            @Override
            public OptionalLong token() {
                return OptionalLong.of(lease.token());
            }

            @Override
            public boolean isHeld() {
                return lease.isHeld();
            }

            @Override
            public boolean release() {
                return lease.release();
            }
        };
    }

    @Override
    public void close() {
        agent.close();
        client.close();
    }
}
