package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.LockKind;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A service whose methods take locks in each of the ways there are. */
class Books {

    /** What a lock is named after. */
    record Order(@Nullable String id) {}

    private static final LockRequest ORDER = LockRequest.of("order-17");

    private final LockAgent agent;

    Books(LockAgent agent) {
        this.agent = agent;
    }

    @Locked("order-#{#order.id}")
    public Lease lease(Order order, @Nullable Lease lease) {
        assertThat(lease).isNotNull().isSameAs(CurrentLease.get());
        assertThat(CurrentLease.get().isHeld()).isTrue();
        return CurrentLease.get();
    }

    @Locked(value = "order-#{#order.id}", note = "order of #{#order.id}")
    public String heldBy(Order order) {
        return agent.heldBy(ORDER.name().value()).getFirst().owner().service();
    }

    @Locked("order-#{#order.id}")
    public void fail(Order order) {
        throw new IllegalStateException("staged for " + order);
    }

    @Locked(value = "order-#{#order.id}", longestWait = "50ms")
    public void hurried(Order order) {
        throw new AssertionError("not to be called with " + order);
    }

    @Locked(value = "order-#{#order.id}", whenRefused = WhenRefused.SKIP, otherwise = "'skipped ' + #order.id")
    public String skipped(Order order) {
        throw new AssertionError("not to be called with " + order);
    }

    @Locked(value = "order-#{#order.id}", whenRefused = WhenRefused.SKIP)
    public Optional<String> skippedOptional(Order order) {
        throw new AssertionError("not to be called with " + order);
    }

    @Locked(value = "stock-${shop}-#{@books.shelf()}", kind = LockKind.READING)
    public String read(Supplier<String> inside) {
        return inside.get();
    }

    public int shelf() {
        return 3;
    }

    @Locked(value = "nightly", shortestHold = "1m", longestHold = "1h", ttl = "10s")
    public void nightly() {
        assertThat(CurrentLease.get().remaining()).isLessThan(Duration.ofSeconds(11));
    }

    @Locked(value = "quickly", backgroundRelease = true)
    public Lease quickly() {
        return CurrentLease.get();
    }

    @Locked(value = "kept", keep = "1m", cohort = "20ms")
    public long kept() {
        return CurrentLease.get().token();
    }

    @Locked(value = "lost", backgroundRelease = true)
    public void loseQuickly(LockAgent agent) {
        agent.monitor().evict("lost", CurrentLease.get().token(), "ann", "it hangs");
        Lease lease = CurrentLease.get();
        await().until(() -> !lease.isHeld());
    }

    @Locked("lost")
    public void lose(LockAgent agent) {
        agent.monitor().evict("lost", CurrentLease.get().token(), "ann", "it hangs");
    }

    @Locked("order-#{#order.id}")
    public void orNull(@Nullable Order order) {
        throw new AssertionError("not to be called with " + order);
    }

    @Locked("anything")
    public Object anything(Object result) {
        return result;
    }

    @Locked("nested")
    public String nested(Supplier<String> inside) {
        return inside.get();
    }

    @Locked("around")
    public String around(Supplier<String> inside) {
        return inside.get();
    }

    @Locked(value = "nested", whenRefused = WhenRefused.SKIP, otherwise = "'skipped'", longestWait = "1h")
    public String nestedOrSkipped() {
        throw new AssertionError("not to be called");
    }

    @Locked("parted")
    public CompletableFuture<String> parted(Supplier<String> part) {
        return CompletableFuture.supplyAsync(part, CurrentLease.carriedBy(ForkJoinPool.commonPool()));
    }

    @Locked(value = "later", whenRefused = WhenRefused.SKIP)
    public CompletableFuture<String> laterOrSkipped() {
        throw new AssertionError("not to be called");
    }

    @Locked(value = "later", whenRefused = WhenRefused.SKIP)
    public CompletableFuture<Optional<String>> optionalLaterOrSkipped() {
        throw new AssertionError("not to be called");
    }

    @Locked(value = "later", whenRefused = WhenRefused.SKIP, otherwise = "'skipped'")
    public CompletionStage<String> saidLaterOrSkipped() {
        throw new AssertionError("not to be called");
    }

    @Locked("named-#{#value}")
    public String named(Object value) {
        return CurrentLease.get().name();
    }

    @Locked("later")
    public CompletableFuture<String> later(CompletableFuture<String> promise) {
        return promise;
    }
}
