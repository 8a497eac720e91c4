package io.lockkeeper.console.wire;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ConsoleApplication;
import io.lockkeeper.test.SecuredServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A server whose users have the roles of docker/roles.json, made from that very file, and a console that logs in as one of them. */
final class Scene implements AutoCloseable {

    static final String DATABASE = "app";
    static final String OWN = "app_console";
    static final String AGENT = "billing";
    static final String CONSOLE = "console";
    private static final Map<String, String> PASSWORDS =
            Map.of(AGENT, "sesame-of-billing", CONSOLE, "sesame-of-console");

    private final SecuredServer server = SecuredServer.start();
    private final Document definitions = definitions();
    private final MongoClient agentClient;
    private final MongoClient consoleClient;
    private final ConfigurableApplicationContext console;

    Scene() {
        bring(administered(), definitions);
        bring(ownOfConsole(), definitions.get("console", Document.class));
        addUser(AGENT, "lockkeeperAgent");
        addUser(CONSOLE, "lockkeeperConsole", new Document("role", "lockkeeperConsoleStore").append("db", OWN));
        agentClient = MongoClients.create(server.settings(uri(AGENT)));
        consoleClient = MongoClients.create(server.settings(uri(CONSOLE)));
        console = startConsole(uri(CONSOLE));
    }

    /** What must never be shown: the passwords, of the database and of the console's own users. */
    List<String> secrets() {
        return List.of("sesame", "of-the-administrator");
    }

    Document definitions() {
        try {
            String text = Files.readString(Path.of("..", "docker", "roles.json"));
            return Document.parse(text.replace("DATABASE", DATABASE).replace("CONSOLE", OWN));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With all privileges. */
    MongoDatabase administered() {
        return server.administrator().getDatabase(DATABASE);
    }

    /** The console's own database, with all privileges. */
    MongoDatabase ownOfConsole() {
        return server.administrator().getDatabase(OWN);
    }

    MongoClient agentClient() {
        return agentClient;
    }

    MongoDatabase as(String user) {
        return as(user, DATABASE);
    }

    MongoDatabase as(String user, String database) {
        return (user.equals(AGENT) ? agentClient : consoleClient).getDatabase(database);
    }

    <T> T bean(Class<T> type) {
        return console.getBean(type);
    }

    String address(String path) {
        return "http://127.0.0.1:%s%s".formatted(console.getEnvironment().getProperty("local.server.port"), path);
    }

    String uri(String user) {
        return uri(user, PASSWORDS.getOrDefault(user, ""));
    }

    String uri(String user, String password) {
        return server.uri(user, password, DATABASE);
    }

    SecuredServer server() {
        return server;
    }

    @Override
    public void close() {
        console.close();
        agentClient.close();
        consoleClient.close();
        server.close();
    }

    private static void bring(MongoDatabase database, Document wanted) {
        wanted.getList("indexes", Document.class).forEach(database::runCommand);
        wanted.getList("roles", Document.class).forEach(database::runCommand);
    }

    private void addUser(String user, Object... roles) {
        administered()
                .runCommand(new Document("createUser", user)
                        .append("pwd", PASSWORDS.get(user))
                        .append("roles", List.of(roles)));
    }

    private ConfigurableApplicationContext startConsole(String uri) {
        return SpringApplication.run(
                ConsoleApplication.class,
                "--server.port=0",
                "--spring.mongodb.uri=" + uri,
                "--spring.mongodb.ssl.bundle=mongodb",
                "--spring.ssl.bundle.pem.mongodb.truststore.certificate="
                        + server.certificate().toUri());
    }
}
