package io.lockkeeper.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import io.lockkeeper.test.ServerProcess;
import io.lockkeeper.test.StandIn;
import io.lockkeeper.test.StandaloneServer;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A connection is tried before it is kept, on a server that speaks TLS alone and knows its users. */
@OwnServer
class TrialIT {

    @SuppressWarnings("NullAway.Init")
    private static SecuredServer server;

    @BeforeAll
    static void start() {
        server = SecuredServer.start();
        MongoDatabase app = server.administrator().getDatabase("app");
        addUser(app, "reader", "read");
        addUser(app, "nobody", null);
        app.runCommand(new Document("createUser", "writer")
                .append("pwd", "writer")
                .append("roles", List.of(role("readWrite", "app"), role("readWrite", "app_console"))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void whoMayWriteGetsTheWholeConsole() {
        assertThat(trial("writer", "writer")).isInstanceOfSatisfying(Trial.Usable.class, usable -> {
            assertThat(usable.server()).startsWith("Connected to rs0, MongoDB ").endsWith(" as user writer.");
            assertThat(usable.readOnly()).isEmpty();
        });
    }

    @Test
    void aServerOfAnotherMakerIsRefusedInOneSentenceThatNamesWhatItLacks() {
        try (StandIn other = StandIn.lacking(EnumSet.allOf(StandIn.Lack.class))) {
            assertThat(Trial.of(new KnownConnection("other", other.uri("app"), "", "")))
                    .isInstanceOfSatisfying(
                            Trial.Unusable.class,
                            refused -> assertThat(refused.why())
                                    .contains("lacks what locks need", "change streams", "Feature not supported"));
        }
    }

    @Test
    void whoMayReadAloneIsToldThatTheConsoleIsReadOnly() {
        assertThat(trial("reader", "reader"))
                .isInstanceOfSatisfying(
                        Trial.Usable.class,
                        usable -> assertThat(usable.readOnly())
                                .hasValueSatisfying(lacking -> assertThat(lacking)
                                        .startsWith("The user lacks ")
                                        .contains("insert on app_console.audit")));
    }

    @Test
    void whoMayNotReadTheLocksIsToldThePrivilege() {
        assertThat(trial("nobody", "nobody"))
                .isEqualTo(new Trial.Unusable(
                        "The user nobody lacks the privilege find on app.locks. Grant it the roles of"
                                + " docker/roles.json."));
    }

    @Test
    void aWrongPasswordIsCalledThatAndNotRepeated() {
        assertThat(trial("writer", "secret"))
                .isEqualTo(new Trial.Unusable("MongoDB refuses the user name or password."));
    }

    @Test
    void aServerThatIsNotThereIsNotWaitedForLong() {
        String uri = String.format(Locale.ROOT, "mongodb://127.0.0.1:%d/app", ServerProcess.freePort());
        assertThat(Trial.of(new KnownConnection("x", uri, "", "")))
                .isInstanceOfSatisfying(
                        Trial.Unusable.class,
                        unusable -> assertThat(unusable.why())
                                .startsWith("No server that takes writes answered within 5 s."));
    }

    @Test
    void aServerWithoutAReplicaSetIsRefused() {
        try (StandaloneServer alone = StandaloneServer.start()) {
            KnownConnection connection = new KnownConnection("x", alone.uri() + "/app", "", "");
            assertThat(Trial.of(connection))
                    .isInstanceOfSatisfying(
                            Trial.Unusable.class,
                            unusable -> assertThat(unusable.why()).contains("neither in a replica set nor a mongos"));
        }
    }

    private static Trial.Outcome trial(String user, String password) {
        return Trial.of(new KnownConnection(
                "x", server.uri(user, password, "app"), server.certificate().toString(), ""));
    }

    private static void addUser(MongoDatabase database, String name, @Nullable String role) {
        database.runCommand(new Document("createUser", name)
                .append("pwd", name)
                .append("roles", role == null ? List.of() : List.of(role(role, database.getName()))));
    }

    private static Document role(String name, String database) {
        return new Document("role", name).append("db", database);
    }
}
