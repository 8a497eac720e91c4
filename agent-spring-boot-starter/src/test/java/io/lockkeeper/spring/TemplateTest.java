package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** What a lock may be named after: values whose text is the same at each call and in each instance. */
class TemplateTest {

    @ParameterizedTest
    @MethodSource
    void valuesWithATextOfTheirOwnNameALock(Object value, String name) {
        assertThat(name(value)).isEqualTo("id-" + name);
    }

    static Stream<Object[]> valuesWithATextOfTheirOwnNameALock() {
        UUID id = UUID.randomUUID();
        return Stream.<Object[]>of(
                new Object[] {"a", "a"},
                new Object[] {"ann@cafe", "ann@cafe"},
                new Object[] {17, "17"},
                new Object[] {true, "true"},
                new Object[] {'x', "x"},
                new Object[] {id, id.toString()},
                new Object[] {Thread.State.NEW, "NEW"},
                new Object[] {LocalDate.EPOCH, "1970-01-01"},
                new Object[] {new Named(), "named@cafe"},
                new Object[] {new Point(1, 2), "Point[x=1, y=2]"},
                new Object[] {new Own(new int[0]), "own"},
                new Object[] {List.of("a", 1), "[a, 1]"},
                new Object[] {new TreeSet<>(Set.of(2, 1)), "[1, 2]"},
                new Object[] {Optional.of("a"), "a"},
                new Object[] {Optional.of(Optional.of("a")), "a"},
                new Object[] {OptionalInt.of(3), "3"},
                new Object[] {OptionalLong.of(4), "4"});
    }

    @ParameterizedTest
    @MethodSource
    void valuesWhoseTextDiffersAtEachCallAreRefused(Object value, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> name(value))
                .withMessageStartingWith("\"#order\" of \"id-#{#order}\" ")
                .withMessageContaining(why);
    }

    static Stream<Object[]> valuesWhoseTextDiffersAtEachCallAreRefused() {
        Supplier<String> lambda = () -> "a";
        return Stream.<Object[]>of(
                new Object[] {new Lab(), "is a Lab, which has no toString() of its own"},
                new Object[] {new Lab(), "as in #{#order.id}"},
                new Object[] {new Lab() {}, "which has no toString() of its own"},
                new Object[] {new Object(), "is a Object, which has no toString() of its own"},
                new Object[] {new Hashed(), "is a Hashed, which has no toString() of its own"},
                new Object[] {new Passing(), "is a Passing, which has no toString() of its own"},
                new Object[] {proxy(), "which has no toString() of its own"},
                new Object[] {lambda, "which has no toString() of its own"},
                new Object[] {new int[] {1}, "is a int[], and an array has no text of its own"},
                new Object[] {new String[] {"a"}, "is a String[], and an array has no text of its own"},
                new Object[] {Optional.of(new Lab()), "is a Lab, which has no toString() of its own"},
                new Object[] {List.of("a", new Lab()), "contains what is a Lab, which has no toString() of its own"},
                new Object[] {new Holder("a", new int[0]), "contains what is a int[]"},
                new Object[] {Set.of("a", "b"), "whose order may differ in another instance"},
                new Object[] {Map.of("a", "b"), "whose order may differ in another instance"},
                new Object[] {CompletableFuture.completedFuture("a"), "whose value comes later"},
                new Object[] {Stream.of("a"), "whose value comes later"});
    }

    @Test
    void anEmptyValueLocksNothing() {
        for (Object empty : Arrays.asList(
                Optional.empty(), OptionalInt.empty(), OptionalLong.empty(), Optional.of(Optional.empty()), "", " ")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> name(empty))
                    .withMessage("\"#order\" of \"id-#{#order}\" is empty");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> name(null))
                .withMessage("\"#order\" of \"id-#{#order}\" is null");
    }

    private static String name(@Nullable Object value) {
        StandardEvaluationContext context = new StandardEvaluationContext();
        context.setVariable("order", value);
        return Template.parse("id-#{#order}").name(context);
    }

    private static Object proxy() {
        Lab target = new Lab();
        return java.lang.reflect.Proxy.newProxyInstance(
                TemplateTest.class.getClassLoader(),
                new Class<?>[] {Runnable.class},
                (proxy, method, arguments) -> method.invoke(target, arguments));
    }

    static class Lab {}

    record Point(int x, int y) {}

    record Holder(String id, Object values) {}

    record Own(Object values) {
        @Override
        public String toString() {
            return "own";
        }
    }

    static class Named {
        @Override
        public String toString() {
            return "named@cafe";
        }
    }

    static class Hashed {
        @Override
        public int hashCode() {
            return 17;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Hashed;
        }
    }

    /** As a proxy of an object-relational mapper does, which asks the object that it stands for. */
    static class Passing extends Lab {
        private final List<Lab> target = new ArrayList<>(List.of(new Lab()));

        @Override
        public String toString() {
            return target.getFirst().toString();
        }
    }
}
