package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import org.bson.Document;
import org.junit.jupiter.api.Test;

@OwnServer
class StandaloneServerIT {
    @Test
    void itBelongsToNoReplicaSet() {
        try (StandaloneServer server = StandaloneServer.start();
                MongoClient client = MongoClients.create(server.uri())) {
            assertThat(client.getDatabase("admin").runCommand(new Document("hello", 1)))
                    .containsEntry("isWritablePrimary", true)
                    .doesNotContainKey("setName");
        }
    }
}
