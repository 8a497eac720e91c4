package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FindingsBoundTest {

    @Test
    void manyFindingsOfAKindKeepNoOtherKindAndNoOtherCollectionOut() {
        List<Detected> all = damaged(5_000);
        all.add(new Detected(Kind.DEADLOCK, "a", "", "two threads"));
        all.add(new Detected(Kind.DAMAGED, "source", "a", "", "damaged"));
        List<Detected> kept = FindingsBound.within(all, Set.of());
        assertThat(kept).hasSize(FindingsBound.MOST + 3).contains(all.get(5_000), all.get(5_001));
        assertThat(kept.getLast().kind()).as("the console's own bound").isEqualTo(Kind.NOT_ALL_KEPT);
        assertThat(kept.getLast().evidence()).contains("5,002", "4,000");
    }

    @Test
    void thoseThatAreKnownStay() {
        List<Detected> all = damaged(5_000);
        Detected last = all.getLast();
        assertThat(FindingsBound.within(all, Set.of(last.id())))
                .hasSize(FindingsBound.MOST + 1)
                .contains(last);
    }

    @Test
    void whatIsWithinTheBoundIsAsItWasAndNothingIsSaid() {
        List<Detected> all = damaged(FindingsBound.MOST);
        assertThat(FindingsBound.within(all, Set.of())).isEqualTo(all);
    }

    private static List<Detected> damaged(int count) {
        List<Detected> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Detected(Kind.DAMAGED, "lock:" + i, "", "damaged"));
        }
        return all;
    }
}
