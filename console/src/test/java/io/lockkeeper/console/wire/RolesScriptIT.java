package io.lockkeeper.console.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.model.PurgeIndex;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** docker/roles.js, run as it stands: in a browser's JavaScript, with what mongosh gives it, on a real server. */
class RolesScriptIT {

    private static final Path DOCKER = Path.of("..", "docker");

    /** What the script finds in mongosh: each command goes to the server and is answered by it, as there. */
    private static final String MONGOSH = """
            ([script, json, name, existing]) => {
              const database = (of) => ({
                getName: () => of,
                getSiblingDB: (other) => database(other),
                getRole: (role) => existing.includes(of + '.' + role) ? { role } : null,
                runCommand: (command) => {
                  const request = new XMLHttpRequest();
                  request.open('POST', '/' + of, false);
                  request.send(JSON.stringify(command));
                  return JSON.parse(request.responseText);
                },
              });
              const required = { fs: { readFileSync: () => json }, path: { join: (...parts) => parts.join('/') } };
              new Function('db', 'process', 'require', '__dirname', 'print', script)(
                database(name), { env: {} }, (module) => required[module], 'docker', () => {});
            }""";

    private static final String ORIGIN = "http://mongosh.test/";

    private final MongoDatabase locks = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(locks.getName() + "_console");

    @AfterEach
    void drop() {
        for (MongoDatabase each : List.of(locks, own)) {
            each.runCommand(new Document("dropAllRolesFromDatabase", 1));
            each.drop();
        }
        admin().runCommand(new Document("dropAllRolesFromDatabase", 1));
    }

    @Test
    void itMakesRolesAndIndexesAndRunAgainBringsThemToWhatTheFileSays() throws IOException {
        try (Chromium chromium = new Chromium()) {
            Page page = mongosh(chromium);
            run(page, Set.of());
            assertThat(roles(locks)).containsOnlyKeys("lockkeeperAgent", "lockkeeperConsole", "lockkeeperFences");
            assertThat(roles(own)).containsOnlyKeys("lockkeeperConsoleStore");
            assertThat(indexes("locks", locks)).containsExactlyInAnyOrder("_id_", "lockkeeper_purge_locks");
            assertThat(indexes("access", own)).contains("lockkeeper_access_expiry");
            Document wanted = roles(own).get("lockkeeperConsoleStore");

            own.runCommand(new Document("updateRole", "lockkeeperConsoleStore").append("privileges", List.of()));
            assertThat(roles(own).get("lockkeeperConsoleStore")).isNotEqualTo(wanted);
            String wakes = "lockkeeperWakes_" + locks.getName();
            assertThat(roles(admin())).containsKey(wakes);
            run(
                    page,
                    Set.of(
                            "lockkeeperAgent",
                            "lockkeeperConsole",
                            "lockkeeperFences",
                            "lockkeeperConsoleStore",
                            wakes));
            assertThat(roles(own).get("lockkeeperConsoleStore")).isEqualTo(wanted);
        }
    }

    @Test
    void theFileSaysWhichIndexesAgentsMake() throws IOException {
        try (Chromium chromium = new Chromium()) {
            run(mongosh(chromium), Set.of());
        }
        for (LockkeeperCollection each : List.of(LockkeeperCollection.LOCKS, LockkeeperCollection.AGENTS)) {
            List<BsonDocument> made = locks.getCollection(each.name())
                    .listIndexes(BsonDocument.class)
                    .into(new ArrayList<>());
            assertThat(made).hasSize(1 + each.indexes().size());
            assertThat(each.indexes())
                    .allSatisfy(index -> assertThat(index.among(made))
                            .hasValueSatisfying(found ->
                                    assertThat(PurgeIndex.retention(found)).isEqualTo(PurgeIndex.RETENTION)));
        }
    }

    @Test
    void anotherProgramsCollectionOrDatabaseIsRefusedAndNothingIsMade() throws IOException {
        locks.getCollection("locks").insertOne(new Document("lockName", "report"));
        try (Chromium chromium = new Chromium()) {
            Page page = mongosh(chromium);
            assertThatThrownBy(() -> run(page, Set.of()))
                    .hasMessageContaining(locks.getName() + ".locks is used by another program: it holds documents");
            locks.getCollection("locks").drop();
            own.getCollection("orders").insertOne(new Document("_id", 1));
            assertThatThrownBy(() -> run(page, Set.of())).hasMessageContaining("it holds orders");
        }
        assertThat(roles(locks)).isEmpty();
        assertThat(locks.listCollectionNames()).isEmpty();
        assertThat(own.listCollectionNames()).containsExactly("orders");
    }

    /** A page whose requests are commands, by the name of their database. */
    private static Page mongosh(Chromium chromium) {
        Page page = chromium.browser(800, 600, ColorScheme.LIGHT).newPage();
        page.route(ORIGIN + "**", route -> {
            String command = route.request().postData();
            String answer = command == null ? "" : answer(route.request().url().substring(ORIGIN.length()), command);
            route.fulfill(new Route.FulfillOptions().setContentType("text/html").setBody(answer));
        });
        page.navigate(ORIGIN);
        return page;
    }

    private static String answer(String database, String command) {
        return MongoServer.shared()
                .client()
                .getDatabase(database)
                .runCommand(Document.parse(command))
                .toJson();
    }

    private void run(Page page, Set<String> existing) throws IOException {
        List<String> there =
                existing.stream().map(role -> of(role).getName() + "." + role).toList();
        var unused = page.evaluate(
                MONGOSH,
                List.of(
                        Files.readString(DOCKER.resolve("roles.js")),
                        Files.readString(DOCKER.resolve("roles.json")),
                        locks.getName(),
                        there));
    }

    private MongoDatabase of(String role) {
        return role.endsWith("Store") ? own : role.contains("Wakes") ? admin() : locks;
    }

    private static MongoDatabase admin() {
        return MongoServer.shared().client().getDatabase("admin");
    }

    private static Map<String, Document> roles(MongoDatabase database) {
        Document answer = database.runCommand(new Document("rolesInfo", 1).append("showPrivileges", true));
        Map<String, Document> roles = new TreeMap<>();
        answer.getList("roles", Document.class).forEach(role -> roles.put(role.getString("role"), role));
        return roles;
    }

    private static Set<String> indexes(String collection, MongoDatabase database) {
        return new TreeSet<>(database.getCollection(collection)
                .listIndexes()
                .map(index -> index.getString("name"))
                .into(new ArrayList<>()));
    }
}
