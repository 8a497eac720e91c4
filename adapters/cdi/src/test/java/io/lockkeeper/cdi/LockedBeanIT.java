package io.lockkeeper.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.cdi.Orders.Order;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code @Locked} on beans of two containers, each an instance of one service. */
class LockedBeanIT {

    @RegisterExtension
    final Containers containers = new Containers();

    @AutoClose
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @Test
    void twoContainersRunALockedMethodOneAfterTheOther() throws Exception {
        Orders one = orders();
        Orders other = orders();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Future<String> first = threads.submit(() -> one.change(() -> {
            inside.countDown();
            leave.await();
            return "first";
        }));
        inside.await();
        Future<Boolean> second = threads.submit(() -> other.change(first::isDone));
        await().until(() -> containers.queued("stock") == 1);
        assertThat(second).isNotDone();
        leave.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first");
        second.get(10, TimeUnit.SECONDS);
    }

    /** What the test above would see if nothing took the lock. */
    @Test
    void withoutTheAdapterTwoContainersRunItAtOnce() throws Exception {
        CyclicBarrier bothInside = new CyclicBarrier(2);
        Callable<Integer> meet = () -> bothInside.await(10, TimeUnit.SECONDS);
        Orders one = containers
                .startWithoutAdapter(Orders.class)
                .select(Orders.class)
                .get();
        Orders other = containers
                .startWithoutAdapter(Orders.class)
                .select(Orders.class)
                .get();
        Future<Integer> first = threads.submit(() -> one.change(meet));
        Future<Integer> second = threads.submit(() -> other.change(meet));
        assertThat(first.get() + second.get()).isEqualTo(1);
    }

    @Test
    void whatAMethodThrowsPassesAndItsLockIsFree() {
        Orders orders = orders();
        IOException failure = new IOException("disk full");
        assertThatThrownBy(() -> orders.change(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(orders.changeIfFree()).contains("changed");
    }

    @Test
    void itsNameIsMadeOfArgumentsAndAParameterReceivesTheLease() {
        assertThat(orders().book(new Order("7", Optional.of("ann")), null)).isEqualTo("order-7-ann");
    }

    @Test
    void anEmptyArgumentNamesNoLock() {
        Orders orders = orders();
        assertThatThrownBy(() -> orders.book(new Order("7", Optional.empty()), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Orders.book() was not called: \"#a0.customer\" of"
                        + " \"order-#{#order.id}-#{ #a0.customer }\" is empty");
    }

    @Test
    void aMethodWhoseLeaseWasLostEndsWithThat() {
        Orders orders = orders();
        assertThatThrownBy(() -> orders.lose(null)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aMethodThatFailsAfterItsLeaseWasLostHasThatAmongItsSuppressed() {
        Orders orders = orders();
        RuntimeException failure = new IllegalStateException("disk full");
        assertThatThrownBy(() -> orders.lose(failure)).isSameAs(failure);
        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aRefusedCallThrowsOrIsSkipped() throws Exception {
        Orders orders = orders();
        try (Lease held = containers.agent().acquire("stock")) {
            assertThat(held.isHeld()).isTrue();
            assertThat(orders.changeIfFree()).isEmpty();
            assertThat(orders.changeLaterIfFree().get()).isEmpty();
            assertThatThrownBy(orders::changeAtOnce).isInstanceOf(LockNotAcquiredException.class);
        }
        assertThat(orders.changeIfFree()).contains("changed");
    }

    @Test
    void aPromiseHoldsTheLockUntilItIsKept() throws InterruptedException, ExecutionException {
        Orders orders = orders();
        CompletableFuture<String> later = new CompletableFuture<>();
        CompletableFuture<String> promised = orders.changeLater(later);
        assertThat(containers.agent().tryAcquire("stock")).isEmpty();
        later.complete("kept");
        assertThat(promised.get()).isEqualTo("kept");
        assertThat(orders.changeIfFree()).contains("changed");
    }

    @Test
    void aMethodInsideOneWithItsLockIsRefused() {
        Orders orders = orders();
        assertThatThrownBy(() -> orders.change(() -> orders.change(() -> "inside")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Locks are not reentrant");
    }

    /** As the guide says; Quarkus does, see the example. */
    @Test
    void weldTakesNoLockForACallOfTheClassItself() throws Exception {
        assertThat(orders().locksItsOwnCalls()).isFalse();
    }

    @Test
    void onAClassItCoversPublicMethodsAndThoseInherited() {
        Accounts accounts =
                containers.start(Accounts.class).select(Accounts.class).get();
        assertThat(accounts.pay()).contains("accounts");
        assertThat(accounts.refund()).contains("accounts");
        assertThat(accounts.close(7)).contains("account-7");
    }

    @Test
    void whatARefusalAdvisesTakesTheLock() {
        Observing.held.clear();
        containers.start(Observing.class).shutdown();
        assertThat(Observing.held).containsExactly("start", "end");
    }

    @ApplicationScoped
    static class Observing {
        static final List<String> held = new CopyOnWriteArrayList<>();

        @Locked("start")
        public void start(@Observes Startup event) {
            held.add(CurrentLease.find().map(Lease::name).orElse("nothing"));
        }

        @Locked("end")
        public void end(@Observes Shutdown event) {
            held.add(CurrentLease.find().map(Lease::name).orElse("nothing"));
        }
    }

    private Orders orders() {
        return containers.start(Orders.class).select(Orders.class).get();
    }
}
