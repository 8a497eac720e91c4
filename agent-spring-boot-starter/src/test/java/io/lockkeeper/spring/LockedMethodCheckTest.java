package io.lockkeeper.spring;

import static io.lockkeeper.spring.RefusedBean.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.LockKind;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import io.lockkeeper.spring.boot.Contexts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What is wrong with a method is said when the service starts. */
@ExtendWith(OutputCaptureExtension.class)
class LockedMethodCheckTest {

    @Test
    void methodsThatNoProxyCanOverrideAreNamed() {
        assertThat(problems(Unreachable.class))
                .contains("Unreachable.secret() is private")
                .contains("Unreachable.last() is final")
                .contains("Unreachable.global() is static");
    }

    @Test
    void aFinalClassIsNamed() {
        Contexts.nowhere()
                .withBean(Last.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("Last")
                        .hasStackTraceContaining("final class"));
    }

    @Test
    void aMethodThatCallsPastTheProxyIsNamed() {
        assertThat(problems(Careless.class)).contains("Careless.book() is called by bookAll() of the same class");
    }

    @Test
    void oneMethodMayBeCalledByItsOwnClassWhereItSaysSo() {
        Contexts.nowhere()
                .withBean(Allowing.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(problems(AllowingOne.class))
                .contains(
                        "AllowingOne.refund() is called by all() of the same class",
                        "set allowSelfInvocation = true on refund()")
                .doesNotContain("book()");
    }

    @Test
    void aHandlerOfAGenericInterfaceStartsAndSoDoesAnOverrideThatCallsSuper() {
        Contexts.nowhere()
                .withBean(OrderHandler.class)
                .withBean(AuditedHandler.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aServiceThatKnowsWhatItDoesIsWarned(CapturedOutput output) {
        Contexts.nowhere()
                .withBean(Careless.class)
                .withPropertyValues("lockkeeper.locked.self-invocation=warn")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("Careless.book() is called by bookAll() of the same class");
    }

    @Test
    void aNameThatCannotBeParsedIsNamed() {
        assertThat(problems(Misspelt.class)).contains("Misspelt.book() cannot be understood");
    }

    @Test
    void aDurationOrNumberOutOfItsBoundsIsNamed() {
        assertThat(problems(Negative.class)).contains("Negative.book() cannot be understood: Longest hold");
        assertThat(problems(TooMany.class))
                .contains("TooMany.book() cannot be understood: 5 of 3 permits can never be granted");
    }

    @Test
    void whatIsWrongWithANameIsNamed() {
        assertThat(problems(Braceless.class))
                .contains("Braceless.variable() cannot be understood: \"#id\" of \"#id\" stands outside of #{…}")
                .contains("Braceless.sum() cannot be understood: \"#id\" of \"'order-' + #id\" stands outside")
                .contains("Braceless.bean() cannot be understood: \"@books.\" of \"@books.shelf()\" stands outside")
                .contains("all calls would share one lock");
        assertThat(problems(Unknown.class))
                .contains("Unknown.variable() cannot be understood: \"#ordr\" of \"order-#{#ordr.id}\" is no parameter"
                        + " of variable")
                .contains("Unknown.function() cannot be understood: \"#hash(#id)\"")
                .contains("Unknown.note() cannot be understood: \"#who\"")
                .contains("Unknown.otherwise() cannot be understood: \"#who\"");
        assertThat(problems(Nameless.class))
                .contains("Nameless.empty() cannot be understood: Lock name is empty")
                .contains("Nameless.spaced() cannot be understood: Lock name")
                .contains("Nameless.unfilled() cannot be understood:", "shop");
    }

    @Test
    void whatIsWrongWithTimesIsNamed() {
        assertThat(problems(Timeless.class))
                .contains("Timeless.words() cannot be understood: longestWait = \"five seconds\" is no duration", "30s")
                .contains("Timeless.number() cannot be understood: longestHold = \"5000\" is no duration (it has no"
                        + " unit)")
                .contains("Timeless.negative() cannot be understood: Longest wait PT-1S is negative")
                .contains(
                        "Timeless.crossed() cannot be understood: Shortest hold PT2H is longer than longest hold PT1H")
                .contains("Timeless.brief() asks for a ttl of PT4S; the agent grants PT5S")
                .contains("Timeless.permits() cannot be understood: permits and capacity are for kind = PERMITS");
    }

    @Test
    void aSkippedMethodMustSayWhatItReturns() {
        assertThat(problems(Wordless.class)).contains("Wordless.count() returns int", "give otherwise");
        assertThat(problems(Undecided.class)).contains("Undecided.count() gives otherwise", "give whenRefused = SKIP");
    }

    @Test
    void aServiceWithSoundMethodsStarts() {
        Contexts.nowhere().withBean(Sound.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(LockAgent.class);
            assertThat(org.springframework.aop.support.AopUtils.isAopProxy(context.getBean(Sound.class)))
                    .isTrue();
        });
    }

    static class Unreachable {
        @Locked("a")
        private void secret() {}

        @Locked("a")
        public final void last() {
            secret();
        }

        @Locked("a")
        public static void global() {}
    }

    static final class Last {
        @Locked("a")
        public void book() {}
    }

    static class Careless {
        @Locked("a")
        public void book() {}

        public void bookAll() {
            book();
        }
    }

    static class Allowing {
        @Locked(value = "a", allowSelfInvocation = true)
        public void book() {}

        public void bookAll() {
            book();
        }
    }

    static class AllowingOne extends Allowing {
        @Locked("a")
        public void refund() {}

        public void all() {
            book();
            refund();
        }
    }

    interface Handler<T> {
        void handle(T order);
    }

    static class OrderHandler implements Handler<String> {
        @Override
        @Locked("order-#{#order}")
        public void handle(String order) {}
    }

    static class AuditedHandler extends OrderHandler {
        @Override
        public void handle(String order) {
            super.handle(order);
        }
    }

    static class Misspelt {
        @Locked("order-#{#order..id}")
        public void book(String order) {}
    }

    static class Negative {
        @Locked(value = "a", longestHold = "-1s")
        public void book() {}
    }

    static class TooMany {
        @Locked(value = "a", kind = LockKind.PERMITS, permits = 5, capacity = 3)
        public void book() {}
    }

    static class Braceless {
        @Locked("#id")
        public void variable(String id) {}

        @Locked("'order-' + #id")
        public void sum(String id) {}

        @Locked("@books.shelf()")
        public void bean() {}
    }

    static class Unknown {
        @Locked("order-#{#ordr.id}")
        public void variable(String order) {}

        @Locked("order-#{#hash(#id)}")
        public void function(String id) {}

        @Locked(value = "a", note = "for #{#who}")
        public void note(String id) {}

        @Locked(value = "a", whenRefused = WhenRefused.SKIP, otherwise = "#who.name")
        public String otherwise(String id) {
            return id;
        }
    }

    static class Nameless {
        @Locked("")
        public void empty() {}

        @Locked(" report")
        public void spaced() {}

        @Locked("report-${shop}")
        public void unfilled() {}
    }

    static class Timeless {
        @Locked(value = "a", longestWait = "five seconds")
        public void words() {}

        @Locked(value = "a", longestHold = "5000")
        public void number() {}

        @Locked(value = "a", longestWait = "-1s")
        public void negative() {}

        @Locked(value = "a", shortestHold = "2h", longestHold = "1h")
        public void crossed() {}

        @Locked(value = "a", ttl = "4s")
        public void brief() {}

        @Locked(value = "a", permits = 2, capacity = 3)
        public void permits() {}
    }

    static class Wordless {
        @Locked(value = "a", whenRefused = WhenRefused.SKIP)
        public int count() {
            return 1;
        }
    }

    static class Undecided {
        @Locked(value = "a", otherwise = "-1")
        public int count() {
            return 1;
        }
    }

    static class Sound {
        @Locked("queue#4-of-ann@example.org")
        public void literal() {}

        @Locked("order-#{#a0}-#{#p1.?[#this > 1]}-#{#root.hashCode()}-#{'#id'}")
        public void positions(String order, List<Integer> lines) {}

        @Locked("order-#{#order}")
        public void book(String order) {}
    }
}
