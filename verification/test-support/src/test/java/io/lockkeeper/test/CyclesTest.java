package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CyclesTest {

    @Test
    void aTreeHasNone() {
        assertThat(Cycles.in(Map.of("a", Set.of("b", "c"), "b", Set.of("c", "d"), "c", Set.of("d"))))
                .isEmpty();
    }

    @Test
    void cyclesThatShareANodeAreOneAndTheLargestComesFirst() {
        Map<String, Set<String>> edges = Map.of(
                "a", Set.of("b"),
                "b", Set.of("a", "c"),
                "c", Set.of("d"),
                "d", Set.of("e"),
                "e", Set.of("f", "c"),
                "f", Set.of("d"));
        assertThat(Cycles.in(edges)).containsExactly(sorted("c", "d", "e", "f"), sorted("a", "b"));
    }

    private static NavigableSet<String> sorted(String... nodes) {
        return new TreeSet<>(List.of(nodes));
    }
}
