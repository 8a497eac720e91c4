package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.StandIn;
import io.lockkeeper.test.StandIn.Lack;
import io.lockkeeper.test.StandIn.Refusal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that speaks MongoDB's protocol, calls itself 5.0 and a replica set, and lacks what locks need. */
class OtherMakersServerIT {

    private static final Map<Lack, String> NAMED = new EnumMap<>(Map.of(
            Lack.PIPELINES, "updates by an aggregation pipeline with $$NOW",
            Lack.STREAMS, "change streams",
            Lack.TOPOLOGY_VERSION, "the field topologyVersion of hello",
            Lack.LAST_WRITE, "the field lastWrite of hello"));

    private static final List<Refusal> WORDS = List.of(
            new Refusal(2, "BadValue", "Wrong type for 'update'"),
            new Refusal(9, "FailedToParse", "'update' must be an object"),
            new Refusal(14, "TypeMismatch", "BSON field 'update' is the wrong type 'array', expected type 'object'"),
            new Refusal(59, "CommandNotFound", "no such command"),
            new Refusal(40415, "Location40415", "BSON field 'update' is an unknown field"),
            new Refusal(115, "CommandNotSupported", "Command not supported"),
            new Refusal(168, "InvalidPipelineOperator", "Unrecognized expression '$reduce'"),
            new Refusal(238, "NotImplemented", "not implemented yet"),
            new Refusal(303, "FeatureNotSupported", "Feature not supported: pipeline style update"),
            new Refusal(304, "StageNotSupported", "Aggregation stage not supported"),
            new Refusal(17276, "Location17276", "Use of undefined variable: NOW"),
            new Refusal(40324, "Location40324", "Unrecognized pipeline stage name"),
            new Refusal(40573, "Location40573", "The $changeStream stage is only supported on replica sets"),
            new Refusal(31325, "Location31325", "unknown expression"));

    /** Each set of what may be lacking, in each way to say so. */
    static Stream<Arguments> variations() {
        List<Set<Lack>> sets = new ArrayList<>(List.of(Set.of()));
        for (Lack each : Lack.values()) {
            for (Set<Lack> smaller : List.copyOf(sets)) {
                Set<Lack> larger = EnumSet.of(each);
                larger.addAll(smaller);
                sets.add(larger);
            }
        }
        return sets.stream()
                .filter(lacks -> !lacks.isEmpty())
                .flatMap(lacks -> WORDS.stream().map(words -> Arguments.of(lacks, words)));
    }

    @ParameterizedTest
    @MethodSource("variations")
    void itIsRefusedInOneSentenceThatNamesAllThatIsMissing(Set<Lack> lacks, Refusal words) {
        try (StandIn server = StandIn.lacking(lacks, words);
                MongoClient client = client(server)) {
            assertThatThrownBy(() -> LockAgent.connect(client, "app", AgentOptions.forService("billing")))
                    .isInstanceOf(UnsupportedServerException.class)
                    .satisfies(refusal -> NAMED.forEach((lack, name) -> assertThat(
                                    String.valueOf(refusal.getMessage()).contains(name))
                            .as("%s in: %s", lack, refusal.getMessage())
                            .isEqualTo(lacks.contains(lack))))
                    .hasMessageStartingWith("This server speaks MongoDB's protocol but lacks what locks need")
                    .hasMessageContaining("Use MongoDB 5.0 or newer")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void oneThatLacksNothingServesAsTheServerBehindIt() throws InterruptedException {
        try (StandIn server = StandIn.lacking(Set.of(), WORDS.getFirst());
                MongoClient client = client(server);
                LockAgent agent = LockAgent.connect(
                        client, MongoServer.shared().freshDatabase().getName(), AgentOptions.forService("billing"))) {
            Lease lease = agent.acquire("report");
            assertThat(lease.isHeld()).isTrue();
            assertThat(lease.release()).isTrue();
        }
    }

    @Test
    void aRefusalForOtherReasonsIsNoLack() {
        Refusal unauthorized = new Refusal(13, "Unauthorized", "not authorized on app");
        try (StandIn server = StandIn.lacking(Set.of(Lack.STREAMS), unauthorized);
                MongoClient client = client(server);
                LockAgent agent = LockAgent.connect(
                        client, MongoServer.shared().freshDatabase().getName(), AgentOptions.forService("billing"))) {
            assertThat(agent.tryAcquire("report")).isPresent();
        }
    }

    private static MongoClient client(StandIn server) {
        return MongoClients.create(server.uri("app"));
    }
}
