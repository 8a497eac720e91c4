package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.json;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.people.security.Role;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.bson.Document;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A console with some locks, and a program for each role. */
final class ApiScene implements AutoCloseable {

    static final Duration TTL = Duration.ofMinutes(10);

    private final Console console = Console.start();
    private final ApiClient viewer = new ApiClient(console);
    private final ApiClient operator = new ApiClient(console);
    private final ApiClient admin = new ApiClient(console);

    ApiScene() {
        console.administrator("boss", "boss");
        admin.as("boss", Role.ADMIN);
        viewer.as(Console.VIEWER, Role.VIEWER);
        operator.as(Console.OPERATOR, Role.OPERATOR);
        IntStream.range(0, 25).forEach(i -> hold(String.format(Locale.ROOT, "page:%02d", i), "shop"));
        hold("report:nightly", "report");
        hold("report:nightly", "billing");
        await().atMost(30, SECONDS)
                .until(() -> json(viewer.get("/locks/-?q=page:")).get("total").asInt() == 25);
    }

    Console console() {
        return console;
    }

    ApiClient viewer() {
        return viewer;
    }

    ApiClient operator() {
        return operator;
    }

    ApiClient admin() {
        return admin;
    }

    @Override
    public void close() {
        List.of(viewer, operator, admin).forEach(ApiClient::close);
        console.close();
    }

    long hold(String lock, String service) {
        console.locks().enqueue(lock, Locks.owner(service, service + "-1", 1, "main", ""), TTL);
        return console.locks().find(lock).holders().getFirst().token();
    }

    List<Document> audited(String lock) {
        return console.own()
                .getCollection("audit")
                .find(new Document("lock", lock))
                .into(new ArrayList<>());
    }

    static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    static void assertProblem(HttpResponse<String> answer, int status, String detail) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode problem = json(answer);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("detail").asString()).contains(detail);
    }
}
