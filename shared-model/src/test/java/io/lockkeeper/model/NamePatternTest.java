package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamePatternTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            billing:*      | billing:42             | true
            billing:*      | billing:               | true
            billing:*      | billing                | false
            billing:*      | my-billing:42          | false
            *:nightly      | report:nightly         | true
            *:nightly      | report:nightly:2       | false
            *pay*          | order:pay:7            | true
            a*b*c          | a-b-b-c                | true
            a*b*c          | a-c-b                  | false
            exact          | exact                  | true
            exact          | exactly                | false
            Order*         | order:1                | false
            **             | x                      | true
            a.c            | abc                    | false
            """)
    void aStarStandsForAnyCharactersAndTheRestForItself(String pattern, String name, boolean matches) {
        assertThat(new NamePattern(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void manyStarsTakeNoLongerThanBothLengthsMultiplied() {
        assertThat(new NamePattern("*a".repeat(90) + "b").matches("a".repeat(1_000)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\nb"})
    void aPatternHasCharactersThatANameCanHave(String text) {
        assertThatThrownBy(() -> new NamePattern(text)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NamePattern("x".repeat(NamePattern.MAX_BYTES + 1)))
                .hasMessageContaining("1 to 200 bytes");
    }
}
