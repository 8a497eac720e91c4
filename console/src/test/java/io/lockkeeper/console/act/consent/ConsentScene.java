package io.lockkeeper.console.act.consent;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A console with a rule of four eyes, and the people around it. */
final class ConsentScene implements AutoCloseable {

    static final String PASSWORD = "correct horse battery";
    static final String WHY = "{\"reason\":\"hung on a dead peer\"}";
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final Duration TTL = Duration.ofMinutes(10);

    private final Console console = Console.start();
    private final ApiClient olga = new ApiClient(console);
    private final ApiClient boris = new ApiClient(console);
    private final ApiClient viewer = new ApiClient(console);

    ConsentScene() {
        user("olga", Role.OPERATOR);
        user("boris", Role.OPERATOR);
        user("boss", Role.ADMIN);
        olga.as("olga", Role.OPERATOR);
        boris.as("boris", Role.OPERATOR);
        viewer.as(Console.VIEWER, Role.VIEWER);
        Document rule = new Document("pattern", "pay:*")
                .append("why", "money")
                .append("addedAt", Date.from(Instant.now()))
                .append("addedBy", "boss");
        console.own().getCollection("state").insertOne(new Document("_id", "four-eyes").append("rules", List.of(rule)));
    }

    Console console() {
        return console;
    }

    /** An operator. */
    ApiClient olga() {
        return olga;
    }

    /** Another operator. */
    ApiClient boris() {
        return boris;
    }

    ApiClient viewer() {
        return viewer;
    }

    @Override
    public void close() {
        List.of(olga, boris, viewer).forEach(ApiClient::close);
        console.close();
    }

    String asked(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        String address = answer.headers().firstValue("Location").orElseThrow();
        assertThat(address).startsWith("/api/v1/consents/");
        return address.substring(address.lastIndexOf('/') + 1);
    }

    Holder held(String lock) {
        console.locks().enqueue(lock, OWNER, TTL);
        return console.locks().find(lock).holders().getFirst();
    }

    Eviction evicted(String lock) {
        return Objects.requireNonNull(mark(lock));
    }

    private @Nullable Eviction mark(String lock) {
        return console.locks().find(lock).holders().getFirst().evicted();
    }

    List<String> records(String request) {
        return console.own()
                .getCollection("audit")
                .find(Document.parse("{ _id: { $regex: '^%s' } }".formatted(request)))
                .map(entry -> entry.getString("_id"))
                .into(new ArrayList<>());
    }

    void change(String user, String field, Object value) {
        console.own()
                .getCollection("users")
                .updateOne(new Document("_id", user), new Document("$set", new Document(field, value)));
    }

    void actAs(String name, String stamp) {
        Acting.as(new ConsoleUser(name, "", Role.OPERATOR, true, false, stamp));
    }

    void user(String name, Role role) {
        console.administrator(name, PASSWORD);
        change(name, "role", role.name());
    }
}
