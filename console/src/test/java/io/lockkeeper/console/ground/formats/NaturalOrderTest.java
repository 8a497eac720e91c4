package io.lockkeeper.console.ground.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {

    private static final List<String> ORDERED = List.of(
            "",
            "007",
            "08",
            "99999999999999999999998",
            "99999999999999999999999",
            "bill",
            "bill-",
            "bill-1",
            "bill-1a",
            "bill-2",
            "bill-02b",
            "bill-10",
            "pod-7d9f-x2",
            "pod-7d9f-x11",
            "pod-12d9f-x2");

    @Test
    void numbersInNamesAreInTheOrderInWhichPeopleCount() {
        List<String> names = new ArrayList<>(ORDERED);
        for (int seed = 0; seed < 50; seed++) {
            Collections.shuffle(names, new Random(seed));
            assertThat(names.stream().sorted(NaturalOrder.OF_NAMES)).containsExactlyElementsOf(ORDERED);
        }
    }

    @Test
    void namesThatDifferAreNeverEqual() {
        assertThat(NaturalOrder.OF_NAMES.compare("bill-02", "bill-2")).isNotZero();
        assertThat(NaturalOrder.OF_NAMES.compare("bill-2", "bill-2")).isZero();
    }
}
