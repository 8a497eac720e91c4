package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.spring.boot.Contexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;

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
                .contains("TooMany.book() cannot be understood: 5 permits can never be had of 3");
    }

    @Test
    void aResultThatComesLaterThanTheReleaseIsNamed() {
        assertThat(problems(Reactive.class)).contains("Reactive.book() returns Mono", "ReactiveLocks");
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

    private static String problems(Class<?> bean) {
        StringBuilder message = new StringBuilder();
        Contexts.nowhere().withBean(bean).run(context -> {
            assertThat(context).getFailure().isInstanceOf(InvalidLockedMethodException.class);
            message.append(String.valueOf(context.getStartupFailure()));
        });
        return message.toString();
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

    static class Reactive {
        @Locked("a")
        public Mono<String> book() {
            return Mono.just("booked");
        }
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
        @Locked("order-#{#order}")
        public void book(String order) {}
    }
}
