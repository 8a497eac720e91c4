package io.lockkeeper.micronaut;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Methods of a service. */
@Singleton
class Stock {

    record Item(String id) {}

    @Locked(value = "item-#{#item.id}", note = "for #{#item.id}")
    public String take(Item item, @Nullable Lease lease) {
        return CurrentLease.get().equals(lease) ? CurrentLease.get().name() : "another lease";
    }

    @Locked("stock")
    public void count(Runnable counting) {
        counting.run();
    }

    @Locked(value = "stock", longestWait = "0s")
    public void countAtOnce() {}

    @Locked(value = "stock", whenRefused = WhenRefused.SKIP)
    public Optional<String> countIfFree() {
        return Optional.of("counted");
    }

    @Locked("stock")
    public CompletionStage<Long> countLater(CompletableFuture<Long> later) {
        return later;
    }

    @Locked(value = "stock", agent = "abroad")
    public String countAbroad() {
        return CurrentLease.get().name();
    }

    @Locked("stock")
    public Flow.Publisher<String> lines() {
        return subscriber -> subscriber.onComplete();
    }
}
