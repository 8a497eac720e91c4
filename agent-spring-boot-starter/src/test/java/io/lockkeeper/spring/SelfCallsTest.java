package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.SelfCalls.SelfCall;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SelfCallsTest {

    @Test
    void aCallOnThisIsFound() {
        assertThat(selfCalls(Direct.class)).containsExactly(new SelfCall("caller", "locked"));
    }

    @Test
    void aCallInALambdaAndAMethodReferenceAreFound() {
        assertThat(selfCalls(Indirect.class)).extracting(SelfCall::called).containsExactly("locked", "locked");
    }

    @Test
    void aCallOfAnInheritedMethodIsFound() {
        assertThat(selfCalls(Heir.class)).contains(new SelfCall("heir", "locked"));
    }

    @Test
    void aCallInAnAnonymousOrInnerClassIsFoundAndNamedByTheMethodThatHasIt() {
        assertThat(selfCalls(Nested.class))
                .containsExactlyInAnyOrder(
                        new SelfCall("anonymous", "locked"),
                        new SelfCall("lambdaInAnonymous", "locked"),
                        new SelfCall("lambda", "locked"),
                        new SelfCall("Inner.run", "locked"));
    }

    @Test
    void theBridgeMethodThatTheCompilerAddsIsNoCaller() {
        assertThat(selfCalls(OrderHandler.class)).isEmpty();
    }

    @Test
    void anInheritedMethodThatCallsAGenericOneIsFound() {
        assertThat(selfCalls(OrderBatch.class)).containsExactly(new SelfCall("all", "handle"));
        assertThat(selfCalls(OrderRun.class)).containsExactly(new SelfCall("handleAll", "handle"));
    }

    @Test
    void anOverrideThatCallsTheOverriddenMethodIsNoSelfCallAndAnyOtherCallOfThatIs() {
        assertThat(selfCalls(Overriding.class)).containsExactly(new SelfCall("other", "locked"));
    }

    @Test
    void aReferenceToTheMethodOfAnyObjectIsNoSelfCall() {
        assertThat(selfCalls(Unbound.class)).isEmpty();
    }

    @Test
    void aClassThatKnowsItsProxyIsNotSuspected() {
        assertThat(selfCalls(Wise.class)).isEmpty();
        assertThat(selfCalls(Looking.class)).isEmpty();
    }

    private static List<SelfCall> selfCalls(Class<?> type) {
        return SelfCalls.in(type, LockedMethods.in(type));
    }

    static class Direct {
        @Locked("a")
        public void locked() {}

        void caller() {
            locked();
        }
    }

    static class Heir extends Direct {
        void heir() {
            locked();
        }
    }

    static class Indirect {
        @Locked("a")
        public String locked() {
            return "";
        }

        Supplier<String> lambda() {
            return () -> locked() + "!";
        }

        Supplier<String> reference() {
            return this::locked;
        }
    }

    static class Wise {
        private final Wise self;

        Wise(Wise self) {
            this.self = self;
        }

        @Locked("a")
        public void locked() {}

        void caller() {
            self.locked();
        }
    }

    static class Looking {
        private final Supplier<Object> proxy;

        Looking(Supplier<Object> proxy) {
            this.proxy = proxy;
        }

        @Locked("a")
        public void locked() {}

        void caller() {
            ((Looking) proxy.get()).locked();
        }
    }

    static class Nested {
        @Locked("a")
        public String locked() {
            return "";
        }

        Callable<String> anonymous() {
            return new Callable<>() {
                @Override
                public String call() {
                    return locked();
                }
            };
        }

        Callable<Supplier<String>> lambdaInAnonymous() {
            return new Callable<>() {
                @Override
                public Supplier<String> call() {
                    return () -> locked() + "!";
                }
            };
        }

        Supplier<Supplier<String>> lambda() {
            return () -> () -> locked() + "!";
        }

        class Inner implements Runnable {
            @Override
            public void run() {
                locked();
            }
        }

        static class Other {
            String call(Nested proxy) {
                return proxy.locked();
            }
        }
    }

    record Order(String id) {}

    interface Handler<T> {
        void handle(T order);

        default void handleAll(List<T> orders) {
            orders.forEach(this::handle);
        }
    }

    interface Plain<T> {
        void handle(T order);
    }

    static class OrderHandler implements Plain<Order> {
        @Override
        @Locked("order-#{#order.id}")
        public void handle(Order order) {}
    }

    static class OrderRun implements Handler<Order> {
        @Override
        @Locked("order-#{#order.id}")
        public void handle(Order order) {}
    }

    abstract static class Batch<T> {
        @Locked("batch")
        public abstract void handle(T order);

        void all(List<T> orders) {
            for (T order : orders) {
                handle(order);
            }
        }
    }

    static class OrderBatch extends Batch<Order> {
        @Override
        public void handle(Order order) {}
    }

    static class Overriding extends Overridden {
        @Override
        public void locked() {
            Runnable first = () -> super.locked();
            first.run();
            super.locked();
        }

        void other() {
            super.locked();
        }
    }

    static class Overridden {
        @Locked("a")
        public void locked() {}
    }

    static class Unbound {
        @Locked("a")
        public void locked() {}

        Consumer<Unbound> reference() {
            return Unbound::locked;
        }
    }
}
