package io.lockkeeper.console.wire;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.console.ConsoleApplication;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A console to which MongoDB says no: it tells what it was denied, and never that the server does not answer. */
@OwnServer
class RefusedConsoleIT {

    private static final String DATABASE = "app";
    private static final String USER = "console";

    @SuppressWarnings("NullAway.Init")
    private static SecuredServer server;

    /** The user may read the locks, and nothing else. */
    @BeforeAll
    static void start() {
        server = SecuredServer.start();
        Document find = new Document("resource", new Document("db", DATABASE).append("collection", "locks"))
                .append("actions", List.of("find"));
        run(new Document("createRole", "reader")
                .append("privileges", List.of(find))
                .append("roles", List.of()));
        run(new Document("createUser", USER).append("pwd", USER).append("roles", List.of("reader")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void withoutThePrivilegeForTheStreamThePageNamesIt() {
        assertThat(noticeOf(USER))
                .contains("lacks the privilege changeStream on app.locks")
                .doesNotContain("did not answer");
    }

    @Test
    void withAWrongPasswordThePageSaysSo() {
        assertThat(noticeOf("wrong"))
                .contains("refuses the console's user name or password")
                .doesNotContain("wrong");
    }

    @ParameterizedTest
    @CsvSource({
        "{ find: 'agents' }, find on app.agents",
        "{ find: 'audit' }, find on app.audit",
        "{ insert: 'audit'; documents: [ { a: 1 } ] }, insert on app.audit",
        "{ findAndModify: 'locks'; query: { _id: 'a' }; update: { $set: { a: 1 } } }, findAndModify on app.locks"
    })
    void eachMissingPrivilegeIsNamed(String command, String named) {
        try (MongoClient client = MongoClients.create(server.settings(server.uri(USER, USER, DATABASE)))) {
            MongoException denied = catchThrowableOfType(
                    MongoException.class,
                    () -> client.getDatabase(DATABASE).runCommand(Document.parse(command.replace(';', ','))));
            assertThat(MongoTrouble.sentence(denied)).contains("the privilege for the command " + named);
        }
    }

    private static String noticeOf(String password) {
        try (ConfigurableApplicationContext console = SpringApplication.run(
                ConsoleApplication.class,
                "--server.port=0",
                "--spring.mongodb.uri=" + server.uri(USER, password, DATABASE),
                "--spring.mongodb.ssl.bundle=mongodb",
                "--spring.ssl.bundle.pem.mongodb.truststore.certificate="
                        + server.certificate().toUri())) {
            BoardPublisher board = console.getBean(BoardPublisher.class);
            await().atMost(60, SECONDS)
                    .until(() -> !board.snapshot(LockScope.EVERYTHING).notice().isEmpty());
            return board.snapshot(LockScope.EVERYTHING).notice();
        }
    }

    private static void run(Document command) {
        server.administrator().getDatabase(DATABASE).runCommand(command);
    }
}
