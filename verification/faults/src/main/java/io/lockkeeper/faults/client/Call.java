package io.lockkeeper.faults.client;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockUnavailableException;
import io.lockkeeper.faults.history.Event;
import java.util.Optional;

/** One request for a lock, from its asking to its end, with everything that the caller sees of it in the journal. */
final class Call {

    private final LockAgent agent;
    private final Resource resource;
    private final Journal journal;
    private final ClientRequest ask;

    Call(LockAgent agent, Resource resource, Journal journal, ClientRequest ask) {
        this.agent = agent;
        this.resource = resource;
        this.journal = journal;
        this.ask = ask;
    }

    /** The lease if it is granted. */
    Optional<Lease> ask() {
        journal.write(new Event.Asked(
                now(),
                client(),
                ask.call(),
                ask.lock(),
                ask.weight(),
                ask.capacity(),
                !ask.longestWait().isZero()));
        try {
            Lease lease = agent.acquire(ask.request());
            long at = now();
            long left = lease.remaining().toNanos();
            journal.write(new Event.Granted(at, client(), ask.call(), ask.lock(), lease.token(), left));
            lease.onLoss((lost, loss) -> journal.write(
                    new Event.Lost(now(), client(), ask.call(), loss.getClass().getSimpleName(), loss.toString())));
            return Optional.of(lease);
        } catch (LockNotAcquiredException | IllegalArgumentException e) {
            journal.write(new Event.Refused(now(), client(), ask.call(), String.valueOf(e.getMessage())));
        } catch (LockUnavailableException | InterruptedException e) {
            journal.write(new Event.Unknown(now(), client(), ask.call(), String.valueOf(e.getMessage())));
        } catch (LockException e) {
            journal.write(new Event.Refused(now(), client(), ask.call(), String.valueOf(e.getMessage())));
        }
        return Optional.empty();
    }

    /** Whether the lease is held, as its holder sees it now. */
    boolean isHeld(Lease lease) {
        long before = now();
        long left = lease.remaining().toNanos();
        boolean held = lease.isHeld();
        journal.write(
                held
                        ? new Event.Held(before, client(), ask.call(), left)
                        : new Event.NotHeld(now(), client(), ask.call()));
        return held;
    }

    void use(Lease lease) {
        resource.use(client(), ask.call(), ask.lock(), lease.token());
    }

    boolean release(Lease lease) {
        journal.write(new Event.Releasing(now(), client(), ask.call()));
        boolean held = lease.release();
        journal.write(new Event.Released(now(), client(), ask.call(), held));
        return held;
    }

    private String client() {
        return journal.client();
    }

    private static long now() {
        return System.nanoTime();
    }
}
