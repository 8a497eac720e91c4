package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class MongoServerIT {
    private final MongoServer server = MongoServer.shared();

    @Test
    void everybodyInThisJvmSharesOneServer() {
        assertThat(MongoServer.shared()).isSameAs(server);
    }

    @Test
    void itIsAReplicaSetThatTakesWrites() {
        MongoDatabase database = server.freshDatabase();
        database.getCollection("things").insertOne(new Document("_id", 1));
        assertThat(database.getCollection("things").countDocuments()).isEqualTo(1);
        assertThat(database.runCommand(new Document("hello", 1))).containsKey("setName");
    }

    @Test
    void eachTestGetsADatabaseOfItsOwn() {
        assertThat(server.freshDatabase().getName())
                .isNotEqualTo(server.freshDatabase().getName());
    }
}
