package io.lockkeeper.agent.hints;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.test.MongoServer;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MongoHintChannelIT {

    private static final String AGENT = "a";

    private final MongoClient client = MongoServer.shared().client();
    private final String locks = MongoServer.shared().freshDatabase().getName();
    private final MongoHintChannel channel =
            new MongoHintChannel(client, locks, List.of(HintPlace.LOCAL, HintPlace.DATABASE));
    private final MongoDatabase local = client.getDatabase("local");
    private final String collection = HintPlace.LOCAL.collection(locks, AGENT);

    @AfterEach
    void drop() {
        local.getCollection(collection).drop();
        client.getDatabase(locks).drop();
    }

    @Test
    void aBetterPlaceIsChosenAsSoonAsItIsToBeHad() {
        local.createCollection(collection);
        local.runCommand(
                new Document("insert", collection).append("documents", List.of(new Document("of", "another"))));
        channel.choose(AGENT);
        assertThat(channel.place()).contains(HintPlace.DATABASE);
        assertThat(channel.hasFirstChoice()).isFalse();

        local.getCollection(collection).drop();
        channel.choose(AGENT);
        assertThat(channel.place()).contains(HintPlace.LOCAL);
        assertThat(channel.hasFirstChoice()).isTrue();
    }
}
