package io.lockkeeper.console.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Chromium;
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
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** docker/roles.js, run as it stands: in a browser's JavaScript, with what mongosh gives it, on a real server. */
class RolesScriptIT {

    private static final Path DOCKER = Path.of("..", "docker");

    /** What the script finds in mongosh; each command is written down, and sent to the server afterwards. */
    private static final String MONGOSH = """
            ([script, json, name, existing]) => {
              const sent = [];
              const database = (of) => ({
                getName: () => of,
                getSiblingDB: (other) => database(other),
                getRole: (role) => existing.includes(of + '.' + role) ? { role } : null,
                runCommand: (command) => { sent.push([of, JSON.stringify(command)]); return { ok: 1 }; },
              });
              const required = { fs: { readFileSync: () => json }, path: { join: (...parts) => parts.join('/') } };
              new Function('db', 'process', 'require', '__dirname', 'print', script)(
                database(name), { env: {} }, (module) => required[module], 'docker', () => {});
              return sent;
            }""";

    private final MongoDatabase locks = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(locks.getName() + "_console");

    @AfterEach
    void drop() {
        for (MongoDatabase each : List.of(locks, own)) {
            each.runCommand(new Document("dropAllRolesFromDatabase", 1));
            each.drop();
        }
    }

    @Test
    void itMakesRolesAndIndexesAndRunAgainBringsThemToWhatTheFileSays() throws IOException {
        try (Chromium chromium = new Chromium()) {
            Page page = chromium.browser(800, 600, ColorScheme.LIGHT).newPage();
            run(page, Set.of());
            assertThat(roles(locks)).containsOnlyKeys("lockkeeperAgent", "lockkeeperConsole", "lockkeeperFences");
            assertThat(roles(own)).containsOnlyKeys("lockkeeperConsoleStore");
            assertThat(indexes("locks", locks)).contains("lockkeeper_purge");
            assertThat(indexes("access", own)).contains("lockkeeper_access_expiry");
            Document wanted = roles(own).get("lockkeeperConsoleStore");

            own.runCommand(new Document("updateRole", "lockkeeperConsoleStore").append("privileges", List.of()));
            assertThat(roles(own).get("lockkeeperConsoleStore")).isNotEqualTo(wanted);
            run(page, Set.of("lockkeeperAgent", "lockkeeperConsole", "lockkeeperFences", "lockkeeperConsoleStore"));
            assertThat(roles(own).get("lockkeeperConsoleStore")).isEqualTo(wanted);
        }
    }

    private void run(Page page, Set<String> existing) throws IOException {
        List<String> there = existing.stream()
                .map(role -> (role.endsWith("Store") ? own : locks).getName() + "." + role)
                .toList();
        Object sent = page.evaluate(
                MONGOSH,
                List.of(
                        Files.readString(DOCKER.resolve("roles.js")),
                        Files.readString(DOCKER.resolve("roles.json")),
                        locks.getName(),
                        there));
        for (Object command : (List<?>) sent) {
            List<?> pair = (List<?>) command;
            MongoServer.shared().client().getDatabase((String) pair.get(0)).runCommand(Document.parse((String)
                    pair.get(1)));
        }
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
