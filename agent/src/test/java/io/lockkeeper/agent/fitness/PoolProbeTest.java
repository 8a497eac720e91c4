package io.lockkeeper.agent.fitness;

import static io.lockkeeper.agent.fitness.ServerFitnessTest.REFUSALS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.mongodb.MongoTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** What no server of the tests can show: routers, and what stands between a client and its server. */
class PoolProbeTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void routersInTurnWithOneConnectionEachProveNothing() {
        BsonDocument first = router(1);
        PoolProbe check = new PoolProbe((hello, timeout) -> router(asked.incrementAndGet() % 2), TIMEOUT, REFUSALS);

        assertThatCode(() -> check.requireTwoConnections(first)).doesNotThrowAnyException();
    }

    @Test
    void whatSaysNothingOfItsConnectionsIsNotAsked() {
        PoolProbe check = new PoolProbe(
                (hello, timeout) -> {
                    asked.incrementAndGet();
                    return hello;
                },
                TIMEOUT,
                REFUSALS);

        assertThatCode(() -> check.requireTwoConnections(BsonDocument.parse("{ setName: 'rs0' }")))
                .doesNotThrowAnyException();
        assertThat(asked).hasValue(0);
    }

    @Test
    void aServerThatStopsAnsweringProvesNothing() {
        PoolProbe check = new PoolProbe(
                (hello, timeout) -> {
                    throw new MongoTimeoutException("not answered");
                },
                TIMEOUT,
                REFUSALS);

        assertThatCode(() -> check.requireTwoConnections(router(1))).doesNotThrowAnyException();
    }

    /** Each has a connection of the same number. */
    private static BsonDocument router(int number) {
        return BsonDocument.parse(String.format(
                Locale.ROOT,
                "{ msg: 'isdbgrid', connectionId: 7, topologyVersion: { processId: %d, counter: { $numberLong: '0' } }"
                        + " }",
                number));
    }
}
