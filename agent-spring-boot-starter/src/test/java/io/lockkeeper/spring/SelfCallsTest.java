package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.spring.SelfCalls.SelfCall;
import java.util.Arrays;
import java.util.List;
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
    void aClassThatKnowsItsProxyIsNotSuspected() {
        assertThat(selfCalls(Wise.class)).isEmpty();
        assertThat(selfCalls(Looking.class)).isEmpty();
    }

    private static List<SelfCall> selfCalls(Class<?> type) {
        return SelfCalls.in(
                type,
                Arrays.stream(type.getMethods())
                        .filter(method -> method.isAnnotationPresent(Locked.class))
                        .toList());
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
}
