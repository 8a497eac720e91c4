package io.lockkeeper.console.wire;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ConsoleApplication;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** A console that may read everything and write nothing of its own: it shows the locks, and says what it cannot keep. */
@OwnServer
@ExtendWith(OutputCaptureExtension.class)
class ReadOnlyConsoleIT {

    private static final String ADMIN_PASSWORD = "correct horse battery";

    private final Document roles = roles();

    @Test
    void itShowsTheLocksNamesThePrivilegesOnceAndIsWholeWhenTheyAreGranted(CapturedOutput log) {
        try (SecuredServer server = SecuredServer.start()) {
            MongoDatabase locks = server.administrator().getDatabase(Scene.DATABASE);
            MongoDatabase own = server.administrator().getDatabase(Scene.OWN);
            roles.getList("roles", Document.class).forEach(locks::runCommand);
            Document store = roles.get("console", Document.class);
            store.getList("roles", Document.class).forEach(own::runCommand);
            own.runCommand(reader(store));
            addUser(locks, "first", "lockkeeperConsoleStore");
            addUser(locks, "console", "reader");
            new Locks(locks).enqueue("order:1", Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(10));
            start(server, "first").close();
            makeAdministrator(own);
            try (ConfigurableApplicationContext console = start(server, "console");
                    Visitor admin = new Visitor(console);
                    ServerPages pages = new ServerPages(console)) {
                assertThat(admin.logIn("admin", ADMIN_PASSWORD)).doesNotStartWith("/login");
                ServerPage page = pages.page("admin", "/locks/order:1");
                page.find(".lock-panel .state").first().reads("held");
                page.find(".lock-panel .foot")
                        .shows(
                                "Evictions are off, because they could not be recorded: the console’s MongoDB user lacks insert on app_console.audit.");
                page.find(".lock-panel .foot vaadin-button").isDisabled();
                page.open("/users");
                page.find(".notice").shows("insert, update on app_console.users");
                page.button("Add user").isDisabled();
                page.open("/alerts");
                page.find(".notice").shows("No alert is sent, and nothing can be changed here");
                for (String form : List.of("Add webhook", "Add e-mail", "Add rule")) {
                    page.button(form).isDisabled();
                }
                page.open("/audit");
                page.find(".notice").shows("so they are off");
                assertThat(Stream.of(log.getOut().split("\n")).filter(line -> line.contains("runs read-only")))
                        .hasSize(1);

                locks.runCommand(new Document("grantRolesToUser", "console").append("roles", List.of(storeRole())));
                await().atMost(60, SECONDS).until(() -> log.getOut().contains("may write all its own data: database"));
                page.open("/locks/order:1");
                page.find(".lock-panel .foot vaadin-button").isEnabled();
            }
        }
    }

    /** The administrator's password of the first start is only in its log. */
    private static void makeAdministrator(MongoDatabase own) {
        own.getCollection("users")
                .updateOne(
                        new Document("_id", "admin"),
                        new Document(
                                "$set",
                                new Document("hash", "{noop}" + ADMIN_PASSWORD).append("mustChangePassword", false)));
    }

    /** What the console's own role may do, but for writing. */
    private static Document reader(Document store) {
        List<Document> privileges =
                store.getList("roles", Document.class).getFirst().getList("privileges", Document.class).stream()
                        .map(each -> new Document("resource", each.get("resource")).append("actions", List.of("find")))
                        .toList();
        return new Document("createRole", "reader")
                .append("privileges", privileges)
                .append("roles", List.of());
    }

    private static void addUser(MongoDatabase locks, String name, String role) {
        locks.runCommand(new Document("createUser", name)
                .append("pwd", name)
                .append("roles", List.of("lockkeeperConsole", new Document("role", role).append("db", Scene.OWN))));
    }

    private static Document storeRole() {
        return new Document("role", "lockkeeperConsoleStore").append("db", Scene.OWN);
    }

    private static ConfigurableApplicationContext start(SecuredServer server, String user) {
        return SpringApplication.run(
                ConsoleApplication.class,
                "--server.port=0",
                "--spring.mongodb.uri=" + server.uri(user, user, Scene.DATABASE),
                "--spring.mongodb.ssl.bundle=mongodb",
                "--spring.ssl.bundle.pem.mongodb.truststore.certificate="
                        + server.certificate().toUri());
    }

    private static Document roles() {
        try {
            String text = Files.readString(Path.of("..", "docker", "roles.json"));
            return Document.parse(text.replace("DATABASE", Scene.DATABASE).replace("CONSOLE", Scene.OWN));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
