package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DetailsTest {

    @Test
    void theyKeepTheirOrderAndALaterValueReplacesAnEarlierOne() {
        Details details = Details.NONE.with("b", "1").with("a", "2").with("b", "3");

        assertThat(details).hasToString("b=3, a=2");
        assertThat(Details.NONE.isEmpty()).isTrue();
    }

    @Test
    void whatIsTooManyTooLongOrUnreadableIsRefusedWithItsRule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Details(numbered(17, number -> "")))
                .withMessageContaining("17 details")
                .withMessageContaining("16");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Details(numbered(5, number -> "x".repeat(250))))
                .withMessageContaining("1024");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Details.NONE.with("k".repeat(65), ""))
                .withMessageContaining("Detail key")
                .withMessageContaining("64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Details.NONE.with("order", "ä".repeat(129)))
                .withMessageContaining("Detail \"order\"")
                .withMessageContaining("258 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Details.NONE.with("order", "\u202e4711"))
                .withMessageContaining("bidirectional");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Details.NONE.with(" ", "4711"))
                .withMessageContaining("4711");
    }

    private static Map<String, String> numbered(int count, Function<Integer, String> value) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(String::valueOf, value));
    }
}
