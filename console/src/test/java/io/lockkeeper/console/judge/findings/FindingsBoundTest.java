package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.mongodb.Undigested;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FindingsBoundTest {

    private final Undigested undigested = new Undigested();
    private final FindingsBound bound = new FindingsBound(undigested);

    @Test
    void manyFindingsOfAKindKeepNoOtherKindAndNoOtherCollectionOut() {
        List<Detected> all = damaged(5_000);
        all.add(new Detected(Kind.DEADLOCK, "a", "", "two threads"));
        all.add(new Detected(Kind.DAMAGED, "source", "a", "", "damaged"));
        assertThat(bound.within(all, Set.of()))
                .hasSize(FindingsBound.MOST + 2)
                .contains(all.get(5_000), all.get(5_001));
        assertThat(undigested.sentences()).singleElement().asString().contains("5,002", "4,000");
    }

    @Test
    void thoseThatAreKnownStay() {
        List<Detected> all = damaged(5_000);
        Detected last = all.getLast();
        assertThat(bound.within(all, Set.of(last.id())))
                .hasSize(FindingsBound.MOST)
                .contains(last);
    }

    @Test
    void whatIsWithinTheBoundIsAsItWasAndNothingIsSaid() {
        List<Detected> all = damaged(FindingsBound.MOST);
        assertThat(bound.within(all, Set.of())).isEqualTo(all);
        assertThat(undigested.sentences()).isEmpty();
    }

    private static List<Detected> damaged(int count) {
        List<Detected> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Detected(Kind.DAMAGED, "lock:" + i, "", "damaged"));
        }
        return all;
    }
}
