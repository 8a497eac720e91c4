package io.lockkeeper.commandline.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of numbers that a server which breaks its promises would leave. */
class ExclusionProofTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "120 | [1, 2, 9]    | 43 | OK      | and nothing was lost; without it, 37 of 80 were | OK     | each greater than the last",
                "119 | [1, 2]       | 43 | FAILED  | 1 of 120 additions by two processes under one lock were lost | OK | 2 in the order",
                "120 | [1, 2]       | 80 | WARNING | this count could not fail | OK | 2 in the order",
                "120 | [1, 7, 7, 9] | 43 | OK      | nothing was lost | FAILED | token 7 was not greater than 7",
                "120 | [5, 4]       | 43 | OK      | nothing was lost | FAILED | token 4 was not greater than 5"
            })
    void whatWasLostOrDoesNotGrowIsSaid(
            long sum, String tokens, long control, String exclusion, String said, String order, String saidOfTokens) {
        BsonDocument locked = BsonDocument.parse("{sum: %s, tokens: %s}".formatted(sum, tokens));

        assertThat(ExclusionProof.judged(locked, BsonDocument.parse("{sum: %s}".formatted(control))))
                .satisfiesExactly(
                        found -> assertThat(found.line()).startsWith(exclusion).contains(said),
                        found -> assertThat(found.line()).startsWith(order).contains(saidOfTokens));
    }
}
