package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class KindTest {

    private static final String LATER = "\u001fimport\u001fshop.shedLock/shedlock\u001f";

    @Test
    void aKindThatIsCalledOtherwiseNowIsNoneOfItsOwn() {
        assertThat(Kind.present())
                .contains(Kind.OVER_USUAL)
                .doesNotContain(Kind.HELD_OVER_USUAL)
                .hasSize(Kind.values().length - 1);
        assertThat(Kind.present(Set.of(Kind.HELD_OVER_USUAL, Kind.DAMAGED)))
                .containsExactly(Kind.OVER_USUAL, Kind.DAMAGED);
    }

    @Test
    void whatWasStoredUnderTheEarlierNameIsFoundUnderThePresentOne() {
        assertThat(Finding.presentId("HELD_OVER_USUAL" + LATER))
                .isEqualTo(new Detected(Kind.OVER_USUAL, "import", "", "")
                        .in("shop.shedLock/shedlock")
                        .id());
        assertThat(Finding.presentId("OVER_USUAL" + LATER)).isEqualTo("OVER_USUAL" + LATER);
        assertThat(Finding.presentId("HELD_OVER_USUAL")).isEqualTo("HELD_OVER_USUAL");
    }
}
