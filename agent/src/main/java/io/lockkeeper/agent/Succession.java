package io.lockkeeper.agent;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.calls.Identity;
import io.lockkeeper.agent.time.Machine;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * One agent after the other, in processes that follow each other on a machine: the next goes on with the requests of the one before. For the
 * machine's host agent, which notes what it has asked for; services have no use for it.
 */
public interface Succession {

    /**
     * The name that the agents have in common.
     *
     * @param agent unlike all others
     * @param term which of them it is: each has a greater one, noted before it is used, as no two may name a request alike
     */
    record Name(String agent, int term) {

        /** Of each term: more than an agent gives in its life. */
        private static final long NUMBERS = 1L << 36;

        private static final int MOST_TERMS = 1 << 26;

        public Name {
            if (term < 0 || term >= MOST_TERMS) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "A term is 0 to %d, not %d", MOST_TERMS - 1, term));
            }
        }

        /** The first of a name that no agent has had. */
        public static Name first() {
            return new Name(Machine.JVM.uniqueName(), 0);
        }

        private Identity identity(AgentOptions options) {
            return new Identity(options.service(), options.instance(), agent, term * NUMBERS);
        }
    }

    /** Connects as {@link LockAgent#connect} does. */
    static Succession connect(MongoClient client, String database, AgentOptions options, Name name) {
        AtomicBoolean used = new AtomicBoolean(); // an agent that is opened again would give its numbers again
        Supplier<Identity> once = () -> {
            if (used.getAndSet(true)) {
                throw new IllegalStateException("An agent that goes on after another is not opened again");
            }
            return name.identity(options);
        };
        return of(new AgentConnector(client, database, options, Machine.JVM::nanos, once).open());
    }

    /** By an agent that is connected. */
    static Succession of(LockAgent agent) {
        return new Succession() {
            @Override
            public LockAgent agent() {
                return agent;
            }

            @Override
            public CompletableFuture<Lease> lease(LockRequest asked, String acquirer) {
                return later(() -> agent.parts().takeUp().lease(asked, acquirer));
            }

            @Override
            public CompletableFuture<Lease> wait(LockRequest asked, String acquirer) {
                LockObserver.Acquiring acquiring = agent.parts().requests().begin(asked);
                return later(() -> agent.parts().takeUp().wait(asked, acquirer, acquiring));
            }

            @Override
            public CompletableFuture<Boolean> release(LockRequest asked, String acquirer, long token) {
                AgentParts open = agent.parts();
                CompletableFuture<Boolean> held = new CompletableFuture<>();
                open.upkeep()
                        .server()
                        .machine()
                        .virtual(
                                "lockkeeper-release",
                                () -> held.completeAsync(
                                        () -> open.takeUp().release(asked, acquirer, token), Runnable::run))
                        .start();
                return held;
            }

            @Override
            public void remove(LockRequest asked, String acquirer) {
                agent.parts().takeUp().remove(asked, acquirer);
            }

            private CompletableFuture<Lease> later(Callable<Lease> action) {
                AgentParts open = agent.parts();
                open.gate().enter();
                return AsyncAcquire.run(open.upkeep().server().machine(), action, open.gate()::leave);
            }
        };
    }

    LockAgent agent();

    /** As {@link LockAgent#acquireAsync}. */
    default CompletableFuture<Lease> acquire(LockRequest asked) {
        return agent().acquireAsync(asked);
    }

    /**
     * Goes on with a lease.
     *
     * @param acquirer under which it was granted, to an agent before this one that does nothing more
     * @return completes with the lease, or a {@link LeaseLostException}, or a {@link LockUnavailableException}
     */
    CompletableFuture<Lease> lease(LockRequest asked, String acquirer);

    /** Goes on with a request that waits, as {@link LockAgent#acquireAsync} does: in its place, or behind all others if it has lost that. */
    CompletableFuture<Lease> wait(LockRequest asked, String acquirer);

    /**
     * Ends a lease whose release an agent before this one has begun.
     *
     * @return whether it was held until its release; false also where that is not known
     */
    CompletableFuture<Boolean> release(LockRequest asked, String acquirer, long token);

    /** Ends a request or a lease that nothing goes on with, in the background. */
    void remove(LockRequest asked, String acquirer);
}
