package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.StandIn;
import io.lockkeeper.test.StandaloneServer;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class ServerProbeIT {

    @Test
    void aStandaloneServerEndsTheStartByOneSentenceWithTheRemedyWhetherOrNotASetIsNamed() {
        try (StandaloneServer server = StandaloneServer.start()) {
            for (String uri : new String[] {server.uri() + "/app", server.uri() + "/app?replicaSet=rs0"}) {
                assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(uri)))
                        .isInstanceOf(BadMongoUriException.class)
                        .hasMessageContainingAll("is a standalone server", "--replSet");
            }
        }
    }

    @Test
    void aServerOfAnotherReplicaSetEndsTheStartAndBothNamesAreSaid() {
        ConnectionString shared = new ConnectionString(MongoServer.shared().uri());
        String wrong =
                "mongodb://%s/app?replicaSet=other".formatted(shared.getHosts().getFirst());
        assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(wrong)))
                .isInstanceOf(BadMongoUriException.class)
                .hasMessageContaining("names \"other\"");
    }

    @Test
    void aServerOfAnotherMakerEndsTheStartByOneSentenceThatNamesWhatItLacks() {
        try (StandIn server = StandIn.lacking(EnumSet.allOf(StandIn.Lack.class))) {
            assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(server.uri("app"))))
                    .isInstanceOf(BadMongoUriException.class)
                    .hasMessageContainingAll("lacks what locks need", "change streams", "Feature not supported");
        }
    }

    @Test
    void aServerThatServesOrDoesNotAnswerYetLetsTheStartGoOn() {
        assertThatCode(() -> ServerProbe.probe(
                        new ConnectionString(MongoServer.shared().uri())))
                .doesNotThrowAnyException();
        assertThatCode(() -> ServerProbe.probe(new ConnectionString("mongodb://127.0.0.1:1/app?replicaSet=rs0")))
                .doesNotThrowAnyException();
    }
}
