package io.lockkeeper.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.commandline.LockkeeperMain;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Holder;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A console, and the command line beside it, on machines that write other digits and stand in another zone, where nobody has a
 * home: what programs read is the same.
 */
@Tag("nightly")
class SurroundingsIT {

    private static final String LOCK = "order:4711";

    @ParameterizedTest
    @CsvSource({"ar, EG", "fa, IR"})
    void whatProgramsReadIsTheSameEverywhere(String language, String country) throws Exception {
        List<String> machine =
                List.of("-Duser.language=" + language, "-Duser.country=" + country, "-Duser.timezone=Asia/Kathmandu");
        MongoDatabase locks = MongoServer.shared().freshDatabase();
        MongoDatabase own = MongoServer.shared().client().getDatabase(locks.getName() + "_console");
        Locks held = new Locks(locks);
        held.enqueue(LOCK, Locks.owner("billing", "billing-1", 1, "main", ""), Duration.ofMinutes(10));
        held.enqueue(LOCK, Locks.owner("shop", "shop-1", 2, "main", ""), Duration.ofMinutes(10));
        Holder lease = held.find(LOCK).holders().getFirst();
        try (ConsoleProcess console = ConsoleProcess.in(machine, locks).healthy()) {
            String token = ApiClient.mint(own, Console.VIEWER, Role.VIEWER, "eye");
            theApi(console, token, lease);
            theFiles(console, lease);
            theCommandLine(machine, console, token, locks);
        } finally {
            own.drop();
        }
    }

    private static void theApi(ConsoleProcess console, String token, Holder lease) throws Exception {
        HttpResponse<String> one = get(console, token, "/locks/-/order:4711");
        assertThat(one.headers().firstValue("ETag")).hasValue('"' + Long.toString(lease.token()) + '"');
        assertThat(one.body()).contains(lease.acquiredAt().toString());
        for (String path : List.of("/locks/-", "/waits", "/history", "/agents", "/overview", "/findings")) {
            HttpResponse<String> answer = get(console, token, path);
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(digitsOf(answer.body())).as(path).matches("[0-9]+");
        }
    }

    private static void theFiles(ConsoleProcess console, Holder lease) {
        try (Visitor visitor = new Visitor(console)) {
            visitor.logIn(Console.VIEWER, Console.VIEWER);
            for (String file :
                    List.of("locks.csv", "locks.json", "history.csv?window=hour", "history.json?window=hour")) {
                await().untilAsserted(() -> {
                    String text = visitor.get("/export/" + file).body();
                    assertThat(text).as(file).contains(LOCK, lease.acquiredAt().toString());
                    assertThat(digitsOf(text)).as(file).matches("[0-9]+");
                });
            }
        }
    }

    private static void theCommandLine(List<String> machine, ConsoleProcess console, String token, MongoDatabase locks)
            throws Exception {
        for (String command : List.of("list", "show " + LOCK, "waits", "history", "agents")) {
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            assertThat(digitsOf(ran(machine, console, token, locks, words)))
                    .as(command)
                    .matches("[0-9]+");
            words.add("--json");
            String json = ran(machine, console, token, locks, words);
            assertThat(digitsOf(json)).as(command).matches("[0-9]+");
            json.lines()
                    .forEach(
                            line -> assertThat(Document.parse(line)).as(command).isNotEmpty());
        }
    }

    /** The rest may be anything that a text says. */
    private static String digitsOf(String text) {
        StringBuilder digits = new StringBuilder("0");
        text.codePoints().filter(Character::isDigit).forEach(digits::appendCodePoint);
        return digits.toString();
    }

    private static HttpResponse<String> get(ConsoleProcess console, String token, String path)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(console.address("/api/v1" + path)))
                            .header("Authorization", "Bearer " + token)
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    /** What the command prints, with neither a home nor anything else in its environment. */
    private static String ran(
            List<String> machine, ConsoleProcess console, String token, MongoDatabase locks, List<String> words)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        line.addAll(machine);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), LockkeeperMain.class.getName()));
        line.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().put("LOCKKEEPER_CONSOLE", console.address(""));
        builder.environment().put("LOCKKEEPER_API_TOKEN", token);
        builder.environment()
                .put(
                        "LOCKKEEPER_MONGODB_URI",
                        MongoServer.uri(MongoServer.shared().uri(), locks.getName()));
        Process started = builder.start();
        String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(String.join(" ", words)).isZero();
        return said;
    }
}
