package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentDocumentTest {

    private static final Instant SEEN = Instant.parse("2030-01-01T00:00:00Z");

    private static final Owner OWNER = new Owner("id", "billing", "b-1", "host", 1, "main", "");

    private final AgentDocument agent = new AgentDocument(
            "id",
            "billing",
            "b-1",
            "host",
            1,
            "0.1.0",
            SEEN.minusSeconds(60),
            SEEN,
            3,
            1,
            null,
            null,
            null,
            null,
            null);

    @Test
    void anAgentIsMissedOnceItHasLeftOutThreeBeats() {
        assertThat(agent.isMissed(SEEN.plus(Duration.ofSeconds(30)))).isFalse();
        assertThat(agent.isMissed(SEEN.plus(Duration.ofSeconds(31)))).isTrue();
    }

    @Test
    void whatItsServiceHasChosenIsReadWhereTheAgentWroteIt() {
        BsonDocument old = BsonDocument.parse(
                "{ _id: 'x', service: 's', instance: 'i', host: 'h', pid: 1, version: '0.1.0', started: { $date: 0 }, lastSeen: { $date: 0 }, held: 0, waiting: 0 }");
        assertThat(AgentDocument.fromBson(old).slowHold()).isNull();
        assertThat(AgentDocument.fromBson(old.append("slowHold", new BsonInt64(300_000)))
                        .slowHold())
                .isEqualTo(Duration.ofMinutes(5));
        assertThat(AgentDocument.fromBson(old).ended()).isNull();
        assertThat(AgentDocument.fromBson(old.clone()
                                .append("ended", BsonDocument.parse("{ at: { $date: 7 }, seenBy: 'web-3' }")))
                        .ended())
                .isEqualTo(new AgentDocument.Ended(Instant.ofEpochMilli(7), "web-3"));
        assertThat(AgentDocument.fromBson(old).outerLocks()).isNull();
        assertThat(AgentDocument.fromBson(old.append("outerLocks", new BsonString("shedlock in app.shedLock")))
                        .outerLocks())
                .isEqualTo("shedlock in app.shedLock");
        assertThat(AgentDocument.beat(
                                OWNER,
                                "0.1.0",
                                Duration.ZERO,
                                0,
                                0,
                                new AgentDocument.Settings(Duration.ofMinutes(5), "shedlock in app.shedLock"))
                        .toString())
                .contains("\"slowHold\": 300000", "\"outerLocks\": {\"$literal\": \"shedlock in app.shedLock\"}");
        assertThat(AgentDocument.beat(OWNER, "0.1.0", Duration.ZERO, 0, 0, AgentDocument.Settings.NONE)
                        .toString())
                .doesNotContain("slowHold", "outerLocks");
    }

    @Test
    void longNamesOfServedProcessesAreCutSoThatTheirListStaysSmall() {
        ServedProcess named = new ServedProcess(
                "👾".repeat(500), 812, "u".repeat(40), "👾".repeat(40), true, Duration.ofMillis(7), 1, 2);
        BsonDocument update =
                ServedProcesses.update(100, Collections.nCopies(100, named)).getFirst();
        BsonDocument serves = update.getDocument("$set").getDocument("serves");
        BsonArray first = serves.getDocument("first").getArray("$literal");
        assertThat(first).hasSize(ServedProcesses.LISTED);
        assertThat(new RawBsonDocument(serves, new BsonDocumentCodec())
                        .getByteBuffer()
                        .remaining())
                .as("the console reads documents of 4 KB")
                .isLessThan(3 << 10);
        BsonDocument stored = new BsonDocument("at", new BsonDateTime(0))
                .append("count", serves.get("count"))
                .append("first", first);
        ServedProcess read = ServedProcesses.fromBson(stored).first().getFirst();
        assertThat(read.service()).isEqualTo("👾".repeat(23) + "…");
        assertThat(read.user()).isEqualTo("u".repeat(23) + "…");
        assertThat(read.silent()).isEqualTo(Duration.ofMillis(7));
        assertThat(ServedProcesses.fromBson(stored).count()).isEqualTo(100);
    }

    /** Taken off a date, it would be none that a page can write. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE})
    void aSilenceOfAServedProcessThatIsNoTimeIsRefused(long millis) {
        ServedProcess sound = new ServedProcess("s", 812, "u", "c", true, Duration.ofMillis(7), 1, 2);
        BsonDocument process = sound.toBson().append("silentMs", new BsonInt64(millis));
        BsonDocument stored = new BsonDocument("at", new BsonDateTime(0))
                .append("count", new BsonInt32(1))
                .append("first", new BsonArray(List.of(process)));
        assertThatExceptionOfType(BsonInvalidOperationException.class)
                .isThrownBy(() -> ServedProcesses.fromBson(stored))
                .withMessageContaining("silentMs");
    }

    @Test
    void aDocumentOfAnotherKindIsRefusedByItsId() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AgentDocument.fromBson(BsonDocument.parse("{ _id: 'x', service: 7 }")))
                .withMessageContaining("x");
    }
}
