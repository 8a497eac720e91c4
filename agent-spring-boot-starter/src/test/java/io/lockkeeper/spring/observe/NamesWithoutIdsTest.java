package io.lockkeeper.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesWithoutIdsTest {

    @ParameterizedTest
    @CsvSource({
        "nightly-report, nightly-report",
        "order-4711, order-*",
        "order:4711:item:3, order:*:item:*",
        "file/3f2504e0-4f89-11d3-9a0c-0305e82c3301, file/*",
        "user-507f1f77bcf86cd799439011, user-*",
        "feedface, feedface",
        "übung12, übung*"
    })
    void whatLooksLikeAnIdIsLeftOut(String name, String group) {
        assertThat(new NamesWithoutIds(Map.of(), 100).of(name)).isEqualTo(group);
    }

    @Test
    void theServicesOwnPatternsComeFirst() {
        LockGroups groups = new NamesWithoutIds(Map.of("customers", "customer-.*"), 100);
        assertThat(groups.of("customer-jane")).isEqualTo("customers");
        assertThat(groups.of("order-jane")).isEqualTo("order-jane");
    }

    @Test
    void thereAreNeverMoreGroupsThanMayBe() {
        LockGroups groups = new NamesWithoutIds(Map.of(), 2);
        assertThat(groups.of("ann")).isEqualTo("ann");
        assertThat(groups.of("bob")).isEqualTo("bob");
        assertThat(groups.of("eve")).isEqualTo(NamesWithoutIds.OTHER);
        assertThat(groups.of("ann")).isEqualTo("ann");
    }

    @Test
    void noGroupAtAllIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new NamesWithoutIds(Map.of(), 0));
    }
}
