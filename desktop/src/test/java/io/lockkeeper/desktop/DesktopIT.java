package io.lockkeeper.desktop;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application in a process of its own, with a home of its own; its browser notes what it is shown, and waits to be closed. */
class DesktopIT {

    private static final Pattern FORM =
            Pattern.compile("action=\"([^\"]+)\".*?name=\"word\" value=\"([^\"]+)\"", Pattern.DOTALL);
    private static final String PASSWORD = "of-nobody-else";

    @TempDir
    Path home;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final List<Process> started = new ArrayList<>();

    /** What the browser holds. */
    private String cookies = "";

    private record Answer(int status, String text) {}

    @BeforeEach
    void makeBrowser() throws IOException {
        Path browser = Files.writeString(home.resolve("browser"), """
                #!/bin/sh
                echo "$1" >> "${0%/*}/opened"
                exec sleep 300
                """);
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void end() throws InterruptedException {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroyForcibly();
        });
        for (Process process : started) {
            assertThat(process.waitFor(30, SECONDS)).isTrue();
        }
        database.drop();
        MongoServer.shared()
                .client()
                .getDatabase(database.getName() + "_console")
                .drop();
    }

    @Test
    void fromTheConnectionPageToTheLocksAndToItsEndWithItsWindow() throws Exception {
        Process application = start();
        String page = Files.readString(opened(1));
        String gate = enter(page);
        assertThat(get(gate).text()).contains("Where are your locks?");

        String wrong = post(gate + "try", gate, Map.of("uri", "mongodb://u:%s@127.0.0.1:1/app".formatted(PASSWORD)))
                .text();
        assertThat(wrong).contains("Nothing was kept. No server that takes writes answered");
        assertThat(file(Connections.FILE)).doesNotExist();

        String uri = MongoServer.uri(MongoServer.shared().uri(), database.getName());
        assertThat(post(gate + "try", gate, Map.of("uri", uri, "name", "Here")).text())
                .contains("Connected to", database.getName() + "_console");
        assertThat(post(gate + "keep", gate, Map.of()).status()).isEqualTo(303);
        assertThat(Files.readString(file(Connections.FILE))).contains("Here");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(Connections.FILE))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(""))))
                .isEqualTo("rwx------");

        await().atMost(120, SECONDS).until(() -> get(gate + "state").text(), "Up"::equals);
        String console = enter(get(gate).text());
        assertThat(get(console + "locks").status()).isEqualTo(200);
        assertNobodyElseGetsIn(gate, console);
        assertThat(database.getCollection("users").countDocuments()).isZero();

        Process second = start();
        assertThat(second.waitFor(60, SECONDS)).isTrue();
        assertThat(second.exitValue()).isZero();
        assertThat(Files.readString(opened(2))).isNotEqualTo(page);

        application.children().forEach(ProcessHandle::destroy);
        assertThat(application.waitFor(120, SECONDS)).as(said()).isTrue();
        assertThat(application.exitValue()).isZero();
        assertThat(said()).doesNotContain(PASSWORD, "with the password");
        assertThat(isGone(console)).isTrue();
    }

    @Test
    void aKilledOneIsFollowedByOneThatOpensTheKnownConnection() throws Exception {
        Connections.in(OwnFolder.at(file("")))
                .use(new KnownConnection(
                        "Known", MongoServer.uri(MongoServer.shared().uri(), database.getName()), "", ""));
        Process first = start();
        opened(1);
        first.destroyForcibly().waitFor();
        start();
        String gate = enter(Files.readString(opened(2)));
        await().atMost(120, SECONDS).until(() -> get(gate + "state").text(), "Up"::equals);
        assertThat(get(enter(get(gate).text()) + "locks").status()).isEqualTo(200);
    }

    /** Another user of the machine knows the ports, and may see every command line. */
    private void assertNobodyElseGetsIn(String gate, String console) throws IOException {
        String mine = cookies;
        cookies = "";
        for (String address : List.of(
                gate,
                gate + "state",
                gate + "connections",
                console,
                console + "login",
                console + "locks",
                console + "beat",
                console + "actuator/health",
                console + "console/icon.svg",
                console + "worker.js")) {
            assertThat(get(address).status()).as(address).isEqualTo(403);
        }
        assertThat(post(console + "login", console, Map.of("username", "admin", "password", "admin"))
                        .status())
                .isEqualTo(403);
        assertThat(enterWith(usedWords.getLast()).status()).as("used twice").isEqualTo(403);
        cookies = mine;
        assertThat(post(gate + "forget", "http://127.0.0.1:1/", Map.of("name", "Here"))
                        .status())
                .as("a page of another server on this machine")
                .isEqualTo(403);
        String everyCommand = ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .collect(Collectors.joining("\n"));
        usedWords.forEach(used -> assertThat(everyCommand).doesNotContain(used.get(1)));
        assertThat(everyCommand).doesNotContain(PASSWORD);
    }

    private final List<List<String>> usedWords = new ArrayList<>();

    /** Does what the page does at once: sends its form. Answers the address that it leads to. */
    private String enter(String page) throws IOException {
        Matcher form = FORM.matcher(page);
        assertThat(form.find()).as(page).isTrue();
        List<String> word = List.of(form.group(1), form.group(2));
        assertThat(enterWith(word).status()).isEqualTo(200);
        usedWords.add(word);
        return URI.create(word.get(0)).resolve("/").toString();
    }

    private Answer enterWith(List<String> word) throws IOException {
        return post(word.get(0), "null", Map.of("word", word.get(1)));
    }

    /** The file that the browser is shown at its n-th start. */
    private Path opened(int count) {
        Path log = home.resolve("opened");
        await().atMost(60, SECONDS)
                .until(() -> Files.exists(log) && Files.readAllLines(log).size() >= count);
        try {
            String argument = Files.readAllLines(log).get(count - 1);
            assertThat(argument).startsWith("--app=file:");
            return Path.of(URI.create(argument.substring("--app=".length())));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path file(String name) {
        return home.resolve(".lockkeeper").resolve(name);
    }

    @Test
    void aUserWithoutAHomeIsToldWhatItNeeds() throws Exception {
        Process started = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.home=?",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DesktopMain.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).isEqualTo(1);
        assertThat(said).contains("Java knows no home folder", "-Duser.home=/path");
        assertThat(Path.of("?")).doesNotExist();
    }

    private Process start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                DesktopMain.class.getName());
        builder.environment().put(Browsers.NAMED, home.resolve("browser").toString());
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()))
                .start();
        started.add(process);
        return process;
    }

    private String said() throws IOException {
        return Files.readString(home.resolve("log"));
    }

    private Answer get(String address) throws IOException {
        return answer(HttpRequest.newBuilder(URI.create(address)));
    }

    private Answer post(String address, String origin, Map<String, String> form) throws IOException {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return answer(HttpRequest.newBuilder(URI.create(address))
                .header("Origin", origin.endsWith("/") ? origin.substring(0, origin.length() - 1) : origin)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    private Answer answer(HttpRequest.Builder request) throws IOException {
        if (!cookies.isEmpty()) {
            request.header("Cookie", cookies);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            for (String cookie : answer.headers().allValues("Set-Cookie")) {
                cookies += (cookies.isEmpty() ? "" : "; ") + cookie.substring(0, cookie.indexOf(';'));
            }
            return new Answer(answer.statusCode(), answer.body());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isGone(String address) {
        try {
            return get(address).status() == 0;
        } catch (IOException gone) {
            return true;
        }
    }
}
