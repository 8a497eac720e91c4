package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.ServedProcesses;
import java.time.Duration;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What operators see of the processes that take locks through a host agent. */
@Execution(ExecutionMode.CONCURRENT)
class ServedListIT {

    private static final Duration SOON = Duration.ofSeconds(40);

    @Test
    void theProcessesThatItServesStandInItsOwnDocument() throws Exception {
        try (TestHost host = new TestHost();
                TestPeer billing = TestPeer.of(host.socket(), "billing")) {
            var unused = billing.acquire("send_sms");
            await().atMost(SOON)
                    .until(() -> served(host).map(ServedProcesses::count).equals(Optional.of(1)));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(served(host).orElseThrow().first())
                            .singleElement()
                            .satisfies(process -> {
                                assertThat(process.service()).isEqualTo("billing");
                                assertThat(process.pid())
                                        .isEqualTo(ProcessHandle.current().pid());
                                assertThat(process.user()).isEqualTo(System.getProperty("user.name"));
                                assertThat(process.command()).isEqualTo("java");
                                assertThat(process.proven()).isTrue();
                                assertThat(process.leases()).isEqualTo(1);
                                assertThat(process.waits()).isZero();
                            }));
            assertThat(billing.ask(JsonLine.of("bye", true))).containsKey("bye");
            await().atMost(SOON)
                    .until(() -> served(host).map(ServedProcesses::count).equals(Optional.of(0)));
        }
    }

    private static Optional<ServedProcesses> served(TestHost host) {
        BsonDocument own = host.database()
                .getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                .find(new Document("service", "host-agent"))
                .first();
        return Optional.ofNullable(own).map(AgentDocument::fromBson).map(AgentDocument::serves);
    }
}
