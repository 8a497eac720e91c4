package io.lockkeeper.cdi;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Methods of a service. */
@ApplicationScoped
class Orders {

    record Order(String id, Optional<String> customer) {}

    @Inject
    @SuppressWarnings("NullAway.Init") // by the container
    Instance<LockAgent> agent;

    @Locked("stock")
    public <T> T change(Callable<T> work) throws Exception {
        return work.call();
    }

    @Locked(value = "order-#{#order.id}-#{ #a0.customer }", note = "for #{#order.customer}")
    public String book(Order order, @Nullable Lease lease) {
        return CurrentLease.get().equals(lease) ? CurrentLease.get().name() : "another lease";
    }

    @Locked(value = "stock", whenRefused = WhenRefused.SKIP)
    public Optional<String> changeIfFree() {
        return Optional.of("changed");
    }

    @Locked(value = "stock", whenRefused = WhenRefused.SKIP)
    public CompletableFuture<Optional<String>> changeLaterIfFree() {
        return CompletableFuture.completedFuture(Optional.of("changed"));
    }

    @Locked(value = "stock", longestWait = "0s")
    public void changeAtOnce() {}

    @Locked("stock")
    public CompletableFuture<String> changeLater(CompletableFuture<String> later) {
        return later;
    }

    @Locked("stock")
    public String lose(@Nullable RuntimeException failure) {
        agent.get().monitor().evict("stock", CurrentLease.get().token(), "ann", "it hangs");
        if (failure != null) {
            throw failure;
        }
        return "written";
    }

    /** Calls a method of its own class. */
    public boolean locksItsOwnCalls() throws Exception {
        return change(CurrentLease::find).isPresent();
    }
}
