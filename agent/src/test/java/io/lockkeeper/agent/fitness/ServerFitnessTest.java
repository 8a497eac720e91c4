package io.lockkeeper.agent.fitness;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What no server of the tests can show: one that is too old. */
class ServerFitnessTest {

    static final ServerFitness.Refusals REFUSALS = new ServerFitness.Refusals() {
        @Override
        public RuntimeException unsupported(String message, @Nullable Throwable cause) {
            return new IllegalArgumentException(message, cause);
        }

        @Override
        public RuntimeException unavailable(String message, Throwable cause) {
            return new IllegalStateException(message, cause);
        }
    };

    @Test
    void aServerOlderThanFiveIsRefused() {
        BsonDocument hello = BsonDocument.parse("{ setName: 'rs0', maxWireVersion: 9 }");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerFitness.requireSupported(hello, REFUSALS))
                .withMessageContaining("older than 5.0");
    }
}
