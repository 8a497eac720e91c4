package io.lockkeeper.console.ground.store;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.IndexMode;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.ServerUnavailableException;
import io.lockkeeper.agent.UnsupportedServerException;
import io.lockkeeper.agent.WakeMode;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Work that only one of all consoles on a database does at a time: the one that holds a lock of our own. */
@Component
public class SoleWork {

    private static final Duration TTL = Duration.ofSeconds(15);

    private final MongoClient client;
    private final StoreName store;

    SoleWork(MongoClient client, StoreName store) {
        this.client = client;
        this.store = store;
    }

    /** The time during which only this console does the work. */
    public interface Term {

        /** Whether it lasts, by the clock and without asking a server. */
        boolean lasts();

        /** Grows with every term: what is written with a smaller one is out of date. */
        long fence();
    }

    /** The work. It ends itself soon after its term. */
    public interface Work {

        /** Another console does it, and this one waits for its turn. */
        void standBy();

        void during(Term term);
    }

    /**
     * Waits until no other console does the work, and does it. Returns when it is done.
     *
     * @throws StoreUnavailableException if the lock cannot be acquired for another reason than another console
     */
    public void run(String name, String note, Work work) throws InterruptedException {
        try (LockAgent agent = LockAgent.connect(client, store.value(), options());
                Lease lease = acquire(agent, LockRequest.of(name).withNote(note), work)) {
            work.during(term(lease));
        } catch (LockException | ServerUnavailableException | UnsupportedServerException e) {
            throw new StoreUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Lease acquire(LockAgent agent, LockRequest request, Work work) throws InterruptedException {
        Optional<Lease> free = agent.tryAcquire(request);
        if (free.isPresent()) {
            return free.get();
        }
        work.standBy();
        return agent.acquire(request);
    }

    private static Term term(Lease lease) {
        return new Term() {
            @Override
            public boolean lasts() {
                return lease.isHeld();
            }

            @Override
            public long fence() {
                return lease.token();
            }
        };
    }

    private static AgentOptions options() {
        return AgentOptions.forService("lockkeeper-console")
                .withIndexes(IndexMode.NONE)
                .withWakes(WakeMode.STREAM) // the console follows streams as it is
                .withPresence(false)
                .withTtl(TTL);
    }
}
