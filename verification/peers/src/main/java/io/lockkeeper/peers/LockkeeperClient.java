package io.lockkeeper.peers;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import java.util.OptionalLong;
import java.util.function.Consumer;
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
        return LockAgent.connect(connection.client(), connection.database(), AgentOptions.forService("peers"));
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
            public boolean release() {
                return lease.release();
            }

            @Override
            public void leave() {
                var unused = lease.releaseAsync();
            }

            @Override
            public boolean isHeld() {
                return lease.isHeld();
            }

            @Override
            public OptionalLong token() {
                return OptionalLong.of(lease.token());
            }

            @Override
            public void onLoss(Consumer<String> told) {
                lease.onLoss((lost, loss) -> told.accept(loss.toString()));
            }
        };
    }
}
