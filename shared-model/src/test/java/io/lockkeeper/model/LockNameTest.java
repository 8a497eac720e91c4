package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockNameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "send_sms",
                "order:4711",
                "$where",
                "a.b",
                "<b>\"'",
                "größe",
                "日本",
                "👩‍🚀",
                "❤\ufe0f",
                "می\u200cخواهم",
                "עברית",
                "a b"
            })
    void anyOtherTextIsAName(String name) {
        assertThat(new LockName(name).value()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "``, is empty",
                "` a`, begins or ends with a space",
                "`a `, begins or ends with a space",
                "`a\u00a0`, begins or ends with a space",
                "`a\u0000b`, U+0000 (a control character)",
                "`a\nb`, U+000A (a control character)",
                "`a\u2028b`, U+2028 (a control character)",
                "`a\u202eb`, U+202E (a bidirectional control)",
                "`a\ud800b`, U+D800 (half of a surrogate pair)",
                "`gr\ufffd\ufffde`, U+FFFD (the replacement character",
                "`a\u200bb`, U+200B (an invisible character)",
                "`a\u2060b`, U+2060 (an invisible character)",
                "`\ufeffa`, U+FEFF (an invisible character)",
                "`a\u00adb`, U+00AD (an invisible character)",
                "`a\u200db`, U+200D (an invisible character)",
                "`a\u200cb`, U+200C (an invisible character)",
                "`a\ufe0fb`, U+FE0F (an invisible character)",
                "`a\u3164b`, U+3164 (an invisible character)",
                "`\u200b`, U+200B (an invisible character)",
                "`a\u00a0b`, U+00A0 (a space other than U+0020)",
                "`e\u0301`, NFC"
            })
    void aNameThatBreaksARuleIsRefusedWithTheRule(String name, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LockName(name))
                .withMessageContaining("Lock name")
                .withMessageContaining(rule);
    }

    @Test
    void theLengthIsCountedInBytes() {
        assertThat(new LockName("ä".repeat(128)).value()).hasSize(128);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LockName("ä".repeat(129)))
                .withMessageContaining("258 bytes")
                .withMessageContaining("256");
    }
}
