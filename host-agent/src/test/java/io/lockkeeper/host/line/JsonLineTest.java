package io.lockkeeper.host.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLineTest {

    @Test
    void everyKindOfValueIsRead() throws Exception {
        assertThat(
                        JsonLine.parse(
                                " { \"a\" : \"x\\n\\u00e4\\\"\" , \"b\":-12,\"c\":1.5e2,\"d\":[true,false,{}],\"e\":null,\"f\":{\"g\":[]} } "))
                .isEqualTo(Map.of(
                        "a",
                        "x\nä\"",
                        "b",
                        -12L,
                        "c",
                        150.0,
                        "d",
                        List.of(true, false, Map.of()),
                        "f",
                        Map.of("g", List.of())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{}x",
                "{} {}",
                "{'a':1}",
                "{a:1}",
                "{\"a\":1,}",
                "{,\"a\":1}",
                "{\"a\" 1}",
                "{\"a\":}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":1.}",
                "{\"a\":NaN}",
                "{\"a\":ObjectId(\"1\")}",
                "{\"a\":truth}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\t\"}",
                "{\"a\":\"b}",
                "{\"a\":12345678901234567890}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":null,\"a\":2}",
                "{\"a\":[[[[[[[[1]]]]]]]]}"
            })
    void whatIsNoJsonOrIsAmbiguousIsRefused(String line) {
        assertThatThrownBy(() -> JsonLine.parse(line))
                .isInstanceOf(MalformedLineException.class)
                .hasMessageStartingWith("The line is no JSON object: at character ");
    }

    @Test
    void itHasAsManyLevelsAsThePeerIsPromised() throws Exception {
        assertThat(JsonLine.parse("{\"a\":[[[[[[[1]]]]]]]}")).containsKey("a");
        assertThatThrownBy(() -> JsonLine.parse("{\"a\":[[[[[[[[1]]]]]]]]}")).hasMessageContaining("at most 8 levels");
    }

    @Test
    void whatIsWrittenIsReadAsItWas() throws Exception {
        JsonLine line = new JsonLine()
                .with("text", "\"\\\u0000\u2028 \uD83D\uDD12 half \uD83D")
                .with("number", 9_007_199_254_740_991L)
                .with("list", List.of(JsonLine.of("in", true)))
                .with("empty", Map.of())
                .with("nothing", null);
        assertThat(line.toString()).doesNotContain("\u2028");
        assertThat(JsonLine.parse(line.toString()))
                .isEqualTo(Map.of(
                        "text",
                        "\"\\\u0000\u2028 \uD83D\uDD12 half \uD83D",
                        "number",
                        9_007_199_254_740_991L,
                        "list",
                        List.of(Map.of("in", true)),
                        "empty",
                        Map.of()));
    }
}
