package io.lockkeeper.console.ground.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class LockScopeTest {

    private final LockScope orders = TypedScope.of("order:*, pay:", "");

    @Test
    void nothingTypedIsEverything() {
        LockScope all = TypedScope.of(" ", "");
        assertThat(all.isLimited()).isFalse();
        assertThat(all.sees("any") && all.seesSource("app.a/b")).isTrue();
        assertThat(TypedScope.prefixes(all) + TypedScope.sources(all)).isEmpty();
    }

    @Test
    void whatIsListedIsSeenAndNothingBesides() {
        assertThat(orders.sees("order:1") && orders.sees("pay:1")).isTrue();
        assertThat(orders.sees("orde") || orders.sees("xorder:1")).isFalse();
        assertThat(orders.seesSource("app.shedlock/shedlock")).isFalse();
        LockScope source = TypedScope.of("", "app.shedlock/shedlock");
        assertThat(source.seesSource("app.shedlock/shedlock")).isTrue();
        assertThat(source.sees("order:1") || source.seesSource("app.other/shedlock"))
                .isFalse();
        assertThat(TypedScope.of("*", "").sees("any")).isTrue();
    }

    @Test
    void whatIsTypedIsReadBackAsItIs() {
        LockScope typed = TypedScope.of("order:* *", "a.b/c");
        assertThat(TypedScope.of(TypedScope.prefixes(typed), TypedScope.sources(typed)))
                .isEqualTo(typed);
        assertThat(orders.words()).isEqualTo("order:*, pay:*");
        assertThat(TypedScope.of("", "eu/app.shedLock/shedlock").seesSource("eu/app.shedLock/shedlock"))
                .isTrue();
    }

    /** An intersection that is empty must not be taken for everything. */
    @Test
    void aTokenSeesNoMoreThanItsUser() {
        assertThat(orders.and(TypedScope.of("order:eu:", ""))).isEqualTo(TypedScope.of("order:eu:", ""));
        assertThat(orders.and(LockScope.EVERYTHING)).isEqualTo(orders);
        assertThat(LockScope.EVERYTHING.and(orders)).isEqualTo(orders);
        LockScope none = orders.and(TypedScope.of("stock:", "a.b/c"));
        assertThat(none.isLimited()).isTrue();
        assertThat(none.sees("stock:1") || none.sees("order:1") || none.seesSource("a.b/c"))
                .isFalse();
        assertThat(none.words()).isEqualTo("no lock");
    }

    @Test
    void whatCannotBeMeantIsRefusedWithTheValueAndTheRule() {
        for (String prefix : List.of("a*b", "x".repeat(201), "a\u0000")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TypedScope.of(List.of(prefix), List.of()))
                    .withMessageContaining("is no prefix of names");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TypedScope.of("", "shedlock"))
                .withMessageContaining("\"shedlock\" is no source");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TypedScope.of(List.of(""), List.of()))
                .withMessageContaining("1 to 200 bytes");
    }

    @Test
    void whereNobodyIsLoggedInNothingIsSeen() {
        assertThat(LockScope.present()).isEqualTo(LockScope.NOTHING);
        assertThat(LockScope.isPresentLimited()).isFalse();
    }
}
