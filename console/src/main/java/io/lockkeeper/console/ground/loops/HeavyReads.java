package io.lockkeeper.console.ground.loops;

import io.lockkeeper.console.ground.refusal.CrowdedException;
import io.lockkeeper.console.ground.refusal.TooLongException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Runs the reads whose cost does not depend on their answer: two at a time, one for each user. A read ends with its asker, and after
 * {@link #LONGEST}. Each has a thread of the system's own, so that requests go on beside one that computes. Thread-safe.
 */
@Component
public final class HeavyReads {

    /** The attribute of a request that says whether its client is gone: a {@link BooleanSupplier}, for the request's own thread. */
    public static final String GONE = HeavyReads.class.getName() + ".gone";

    static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int AT_ONCE = 2;

    private final Turns turns =
            new Turns(AT_ONCE, "Another long read of yours is under way.", "Long reads of other users are under way.");

    /**
     * Reads for the request that this thread answers, as its user.
     *
     * @throws CrowdedException if there is no place
     * @throws TooLongException if it took too long, or the client is gone
     */
    public <T> T read(Supplier<T> work) {
        return read(clientIsGone(), work);
    }

    /** As {@link #read(Supplier)}, with a check whether the asker is gone. */
    public <T> T read(BooleanSupplier gone, Supplier<T> work) {
        Authentication asker = SecurityContextHolder.getContext().getAuthentication();
        String user = asker == null ? "" : asker.getName();
        turns.enter(user, PATIENCE);
        HeavyRead<T> read = new HeavyRead<>(work, () -> turns.leave(user));
        read.start(asker);
        return read.await(gone, LONGEST);
    }

    private static BooleanSupplier clientIsGone() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request != null
                        && request.getAttribute(GONE, RequestAttributes.SCOPE_REQUEST) instanceof BooleanSupplier known
                ? known
                : () -> false;
    }
}
