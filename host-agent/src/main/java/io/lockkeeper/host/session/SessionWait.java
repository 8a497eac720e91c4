package io.lockkeeper.host.session;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request of a session that is not answered yet. */
final class SessionWait implements LockObserver.Acquiring {

    private final long id;
    private final AcquireLine asked;
    private final long since;
    private final Consumer<Attempt.Refused> queued;
    private final Consumer<String> noted;
    private @Nullable CompletableFuture<Lease> granted;

    SessionWait(long id, AcquireLine asked, long since, Consumer<Attempt.Refused> queued, Consumer<String> noted) {
        this.id = id;
        this.asked = asked;
        this.since = since;
        this.queued = queued;
        this.noted = noted;
    }

    long id() {
        return id;
    }

    AcquireLine asked() {
        return asked;
    }

    String lock() {
        return asked.request().name().value();
    }

    long since() {
        return since;
    }

    void begin(CompletableFuture<Lease> future) {
        granted = future;
    }

    /** A lease that is granted nevertheless is released by the agent. */
    void giveUp() {
        if (granted != null) {
            granted.cancel(true);
        }
    }

    @Override
    public void asks(String acquirer) {
        noted.accept(acquirer);
    }

    @Override
    public void queued(Attempt.Refused behind) {
        queued.accept(behind);
    }
}
