package io.lockkeeper.benchmark.peer;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import org.jspecify.annotations.Nullable;

/** An agent as it comes: a ttl of 30 s, renewed each 10 s. One of the version before has no {@link Held#leave}. */
final class LockkeeperClient implements LockClient {

    private final MongoConnection connection;
    private LockAgent agent;

    LockkeeperClient(String address) {
        connection = MongoConnection.to(address);
        agent = connect();
    }

    private LockAgent connect() {
        return LockAgent.connect(connection.client(), connection.database(), AgentOptions.forService("benchmark"));
    }

    /** An agent keeps its stream for ten seconds after it was needed. */
    @Override
    public void rest() {
        agent.close();
        agent = connect();
    }

    @Override
    public Held acquire(String name) throws InterruptedException {
        return held(agent.acquire(name));
    }

    @Override
    public @Nullable Held attempt(String name) {
        return agent.tryAcquire(name).map(LockkeeperClient::held).orElse(null);
    }

    @Override
    public void close() {
        agent.close();
        connection.close();
    }

    private static Held held(Lease lease) {
        return new Held() {
            @Override
            public void release() {
                lease.release();
            }

            @Override
            public void leave() {
                var unused = lease.releaseAsync();
            }

            @Override
            public boolean isHeld() {
                return lease.isHeld();
            }
        };
    }
}
