package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.fitness.ServerFitness;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Users each of whom lacks one privilege of the agent's role. */
@OwnServer
class PrivilegesIT {

    private static final String DATABASE = "app";
    private static final List<String> OF_LOCKS = List.of("find", "insert", "update", "changeStream");
    private static final List<String> OF_AGENTS = List.of("find", "insert", "update", "remove");

    @SuppressWarnings("NullAway.Init")
    private static SecuredServer server;

    @BeforeAll
    static void start() {
        server = SecuredServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"find", "insert", "update"})
    void aMissingPrivilegeThatLocksNeedIsNamedAtConnect(String action) {
        String user = userWithout("locks", action);
        assertThatThrownBy(() -> connect(user, agent -> {}))
                .isInstanceOf(UnsupportedServerException.class)
                .hasMessageContaining(user)
                .hasMessageContaining("the privilege " + action + " on app.locks");
    }

    @ParameterizedTest
    @ValueSource(strings = {"locks.changeStream", "agents.insert", "agents.update", "agents.remove"})
    void aMissingPrivilegeThatCostsLessIsNamedInTheLogAndTheAgentConnects(String privilege) {
        int dot = privilege.indexOf('.');
        String collection = privilege.substring(0, dot);
        String action = privilege.substring(dot + 1);
        List<String> said = connect(userWithout(collection, action), agent -> {});
        assertThat(said).singleElement().asString().contains("lacks the privilege " + action + " on " + collection);
    }

    @Test
    void whoHasTheRoleOfTheDocumentsIsToldNothing() {
        assertThat(connect(userWithout("none", "none"), agent -> agent.tryAcquire("report")))
                .isEmpty();
    }

    @Test
    void whoMayNotListCollectionsOrIndexesIsStillKeptFromAnotherProgramsLocks() {
        String user = userWithout("none", "listing");
        database().getCollection("locks").drop();
        database().getCollection("locks").insertOne(new Document("lockName", "report"));
        try {
            assertThatThrownBy(() -> connect(user, agent -> {}))
                    .isInstanceOf(UnsupportedServerException.class)
                    .hasMessageContaining("the fields _id, lockName");
        } finally {
            database().getCollection("locks").drop();
        }
    }

    @Test
    void aPrivilegeOnTheWholeDatabaseCounts() {
        String user = "whole";
        createUser(user, List.of(new Document("role", "readWrite").append("db", DATABASE)));
        assertThat(connect(user, agent -> {})).isEmpty();
    }

    @Test
    void aUserOfAllDatabasesLacksNothing() {
        String user = "everywhere";
        createUser(user, List.of(new Document("role", "root").append("db", "admin")));
        assertThat(connect(user, agent -> {})).isEmpty();
    }

    /** Answers what the check logged. */
    private static List<String> connect(String user, Consumer<LockAgent> work) {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ServerFitness.class);
        logger.addAppender(log);
        AgentOptions options = AgentOptions.forService("billing").withIndexes(IndexMode.NONE);
        try (MongoClient client = MongoClients.create(server.settings(server.uri(user, user, DATABASE)));
                LockAgent agent = LockAgent.connect(client, DATABASE, options)) {
            work.accept(agent);
        } finally {
            logger.detachAppender(log);
        }
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static String userWithout(String collection, String action) {
        String name = "without-" + collection + "-" + action;
        database()
                .runCommand(new Document("createRole", name)
                        .append(
                                "privileges",
                                List.of(
                                        privilege("locks", OF_LOCKS, collection, action),
                                        privilege("agents", OF_AGENTS, collection, action)))
                        .append("roles", List.of()));
        createUser(name, List.of(name));
        return name;
    }

    private static Document privilege(String of, List<String> actions, String collection, String missing) {
        List<String> granted = new ArrayList<>(actions);
        if (of.equals(collection)) {
            granted.remove(missing);
        }
        return new Document("resource", new Document("db", DATABASE).append("collection", of))
                .append("actions", granted);
    }

    private static void createUser(String name, List<?> roles) {
        database()
                .runCommand(new Document("createUser", name).append("pwd", name).append("roles", roles));
    }

    private static MongoDatabase database() {
        return server.administrator().getDatabase(DATABASE);
    }
}
