package io.lockkeeper.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockkeeper.agent.methods.InvalidLockedMethodException;
import io.lockkeeper.agent.methods.LockKind;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Date;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import kotlin.coroutines.Continuation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application does not start with a method that no lock would protect. */
class LockedBeansCheckIT {

    @RegisterExtension
    final Containers containers = new Containers();

    @ApplicationScoped
    static class Wrong {
        record Id(String value) {}

        @Locked("")
        public void a0NoName() {}

        @Locked(value = "a", ttl = "30")
        public void a1WithoutUnit() {}

        @Locked(value = "a", ttl = "10ms")
        public void a2ShortTtl() {}

        @Locked(value = "a", kind = LockKind.READING, permits = 2)
        public void a3Permits() {}

        @Locked("id-#{#idd.value}")
        public void a4Argument(Id id) {}

        @Locked("id-#{#id.valve}")
        public void a5Property(Id id) {}

        @Locked("id-#id.value")
        public void a6WithoutBraces(Id id) {}

        @Locked("id-#{#ids}")
        public void a7Array(String[] ids) {}

        @Locked("id-#{@ids.next()}")
        public void a8Spring() {}

        @Locked(value = "a", whenRefused = WhenRefused.SKIP, otherwise = "0")
        public int a9Otherwise() {
            return 0;
        }

        @Locked(value = "a", whenRefused = WhenRefused.SKIP)
        public int b0Skipped() {
            return 0;
        }

        @Locked("a")
        public Optional<Stream<String>> b1Later() {
            return Optional.empty();
        }

        @Locked("a")
        public static void b2Static() {}

        @Locked("${lock.name}")
        public void b3Placeholder() {}

        @Locked(value = "a", longestHold = "1m", shortestHold = "PT2M")
        public void b4Terms() {}

        @Locked("a")
        void b5NotPublic() {}

        @Locked("id-#{#day}")
        public void b6TimeZone(Date day) {}

        @Locked("a")
        public Object b7Suspending(Continuation<String> next) {
            return next;
        }

        @PostConstruct
        @Locked("a")
        public void b8AtStart() {}

        @PreDestroy
        @Locked("a")
        public void b9AtEnd() {}

        Callable<String> unlocked() {
            return () -> "fine";
        }
    }

    @Test
    void everyMethodIsNamedWithItsValueAndTheRule() {
        InvalidLockedMethodException refused =
                catchThrowableOfType(InvalidLockedMethodException.class, () -> containers.start(Wrong.class));
        assertThat(refused.problems().stream()
                        .map(problem -> problem.replace("Wrong.", "").replace("() cannot be understood", "")))
                .containsExactly(
                        "a0NoName: Lock name is empty; it needs 1 to 256 bytes of UTF-8",
                        "a1WithoutUnit: ttl = \"30\" is no duration: write 30s, 5m or PT30S",
                        "a2ShortTtl() asks for a ttl of PT0.01S; the agent grants PT0.5S (ten times its clock skew allowance) to PT24H",
                        "a3Permits: permits and capacity are for kind = PERMITS; this is READING",
                        "a4Argument: \"#idd\" is none of its arguments [id]",
                        "a5Property: \"#id.valve\" names \"valve\", and Id has no such property",
                        "a6WithoutBraces: \"id-#id.value\" has \"#id\", which would stay as it is: write an argument as #{#order.id}",
                        "a7Array: \"#ids\" is a String[], and an array has no text of its own, so each call would get another lock, which"
                                + " protects nothing. Name an element of it",
                        "a8Spring: \"@ids.next()\" is no argument and no property of one: write #order or #order.id",
                        "a9Otherwise: otherwise = \"0\" is an expression of Spring's: return an Optional, which is empty for a call that is skipped",
                        "b0Skipped: it returns int, which has no value for a call that is skipped: return an Optional",
                        "b1Later: it returns Optional of Stream, which would run after the lock was released: let it call a method with @Locked,"
                                + " return a CompletableFuture, for which the lock is held, or use acquireAsync",
                        "b2Static: it is static, and not every container intercepts that: make it public and not static, or private and"
                                + " without @Locked",
                        "b3Placeholder: \"${lock.name}\" has \"${\", which would stay as it is: write an argument as #{#order.id}",
                        "b4Terms: Shortest hold PT2M is longer than longest hold PT1M",
                        "b5NotPublic: it is not public, and not every container intercepts that: make it public and not static, or private and"
                                + " without @Locked",
                        "b6TimeZone: \"#day\" is a Date, whose text is another in another time zone, so two instances could get two"
                                + " locks. Name its milliseconds, as in #{#day.time}, or take an Instant or a LocalDate",
                        "b7Suspending: it returns a continuation, which would run after the lock was released: let it call a method with"
                                + " @Locked, return a CompletableFuture, for which the lock is held, or use acquireAsync",
                        "b8AtStart: it has @PostConstruct, and no interceptor stands around what the container itself calls: do it in a"
                                + " method with @Locked that observes Startup or Shutdown",
                        "b9AtEnd: it has @PreDestroy, and no interceptor stands around what the container itself calls: do it in a"
                                + " method with @Locked that observes Startup or Shutdown");
    }

    @Locked("a")
    @ApplicationScoped
    static class Hidden {
        void run() {}

        private void helper() {}

        public void all() {
            helper();
        }
    }

    @Test
    void aMethodThatAClassWithTheAnnotationDoesNotCoverIsNamed() {
        InvalidLockedMethodException refused =
                catchThrowableOfType(InvalidLockedMethodException.class, () -> containers.start(Hidden.class));
        assertThat(refused.problems())
                .containsExactly(
                        "Hidden.run() cannot be understood: it is not public, and not every container intercepts that: make it public"
                                + " and not static, or private and without @Locked");
    }

    @Test
    void anApplicationWithoutAnAgentIsToldWhatToProduce() {
        Orders orders =
                containers.startWithoutAgent(Orders.class).select(Orders.class).get();
        assertThat(catchThrowableOfType(IllegalStateException.class, orders::changeIfFree))
                .hasMessageContaining("no beans of type LockAgent")
                .hasMessageContaining("LockAgent.connect(client, database, options)");
    }
}
