package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.act.eviction.EvictionService;
import io.lockkeeper.console.act.eviction.QueueService;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.source.Discovery;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.Sources;
import io.lockkeeper.model.Owner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Set;
import org.bson.Document;
import org.springframework.security.access.AccessDeniedException;

/** The doors that need no browser: the services themselves, HTTP Basic, and the API with a token. */
record ProgramDoors(Console console, Accounts accounts) {

    private static final Set<String> VERSIONED = Set.of("users");

    String service(String action, Who who) {
        Users users = console.bean(Users.class);
        String name = (action + "-" + who).replace(' ', '-');
        accounts.add(name, Role.VIEWER);
        actAs(who);
        try {
            switch (action) {
                case "evict" -> {
                    return console.bean(EvictionService.class).isAllowed() ? "done" : "denied";
                }
                case "pause" -> {
                    return console.bean(QueueService.class)
                                    .whyNoPause(LockId.first(""))
                                    .isEmpty()
                            ? "done"
                            : "denied";
                }
                case "list users" -> users.list();
                case "add user" -> users.add(name + "-new", Role.ADMIN, LockScope.EVERYTHING);
                case "reset password" -> users.resetPassword(name, accounts.seen(name));
                case "change role" -> users.setRole(name, Role.ADMIN, accounts.seen(name));
                case "disable" -> users.disable(name, accounts.seen(name));
                case "enable" -> users.enable(name, accounts.seen(name));
                case "look for locks" ->
                    console.bean(Discovery.class).look(null, console.database().getName(), "");
                case "add source" -> console.bean(Sources.class).add(Place.own("app", name), "shedlock");
                case "remove source" -> console.bean(Sources.class).remove(id(name), sourceAdded(name));
                case "allow releases" -> console.bean(Sources.class).allowReleases(id(name), true, sourceAdded(name));
                default -> throw new IllegalArgumentException(action);
            }
            return "done";
        } catch (AccessDeniedException e) {
            assertThat(accounts.find(name).stamp()).isEqualTo("as-it-was");
            return "denied";
        } finally {
            Acting.asNobody();
        }
    }

    /** Answers when. */
    private Instant sourceAdded(String collection) {
        Document source = StoredSources.of(Place.own("app", collection), "shedlock");
        console.own().getCollection("sources").insertOne(source);
        return source.getDate("addedAt").toInstant();
    }

    private static String id(String collection) {
        return "app.%s/shedlock".formatted(collection);
    }

    String actuator(String path, Who who) {
        try (Visitor visitor = new Visitor(console)) {
            int status = (who.role() == null ? visitor.get(path) : visitor.basic(path, who.name(), who.password()))
                    .statusCode();
            return Integer.toString(status);
        }
    }

    /** With a token of the user's role. */
    HttpResponse<String> api(String action, Who who) {
        try (ApiClient client = new ApiClient(console)) {
            ApiClient as = who.role() == null ? client : client.as(who.name(), who.role());
            return switch (action) {
                case "evict" -> {
                    String lock = "api-evict:" + who;
                    console.locks()
                            .enqueue(lock, Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
                    long token = console.locks().find(lock).holders().getFirst().token();
                    yield as.evict(lock, token, "{\"reason\":\"test\"}");
                }
                case "evict several" ->
                    as.post(
                            "/evictions",
                            "{\"reason\":\"test\",\"leases\":[{\"lock\":\"%s\",\"etag\":\"1\"}]}"
                                    .formatted(AccessTableIT.LOCK));
                case "pause" -> {
                    Document body =
                            new Document("until", Instant.now().plusSeconds(600).toString()).append("reason", "test");
                    yield as.put("/locks/-/%s/pause".formatted(AccessTableIT.LOCK), body.toJson());
                }
                case "take-out" -> {
                    String lock = "api-take-out:" + who;
                    Owner owner = Locks.owner("billing", "bill-1", 1, "main", "");
                    console.locks().enqueue(lock, owner, Duration.ofMinutes(10));
                    String waiter = console.locks().enqueue(lock, owner, Duration.ofMinutes(10));
                    yield as.post(
                            "/locks/-/%s/take-out".formatted(lock),
                            "{\"reason\":\"test\"}",
                            "If-Match",
                            '"' + waiter + '"');
                }
                case "consent" -> {
                    String request = "request-" + who;
                    console.own().getCollection("audit").insertOne(request(request, who));
                    yield as.post("/consents/" + request + "/consent", "");
                }
                case "on it" -> as.post("/findings/on-it", "{\"finding\":\"none\",\"on\":true}");
                case "dismiss" ->
                    as.post("/findings/dismissals", "{\"finding\":\"none\",\"reason\":\"test\",\"hours\":1}");
                default -> action.startsWith("/") ? as.get(action) : call(action, who, as);
            };
        }
    }

    /** The stream of changes, of which a program with a token hears. */
    String stream(String path, Who who) {
        try (ApiClient client = new ApiClient(console)) {
            ApiClient as = who.role() == null ? client : client.as(who.name(), who.role());
            HttpResponse<InputStream> answer = as.stream(path);
            try (InputStream stream = answer.body()) {
                if (answer.statusCode() != 200) {
                    return Integer.toString(answer.statusCode());
                }
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
                return lines.lines().anyMatch(line -> line.contains(AccessTableIT.LOCK)) ? "heard" : "silent";
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpResponse<String> call(String action, Who who, ApiClient as) {
        String method = action.substring(0, action.indexOf(' '));
        String path = action.substring(action.indexOf(' ') + 1);
        String body = switch (action) {
            case "POST /users" -> "{\"name\":\"api-%s\",\"role\":\"VIEWER\"}".formatted(who);
            case "PATCH /users/clerk" -> "{\"disabled\":false}";
            case "PUT /views/mine" -> "{\"query\":\"q=order\"}";
            case "PUT /four-eyes/rules/{who}" -> "{\"why\":\"money\"}";
            case "PUT /alerts/rules/a" -> "{\"targets\":[\"none\"]}";
            case "PUT /alerts/targets/a" -> "{\"recipients\":\"a@example.com\"}";
            case "POST /sources", "POST /sources/test" ->
                "{\"database\":\"app\",\"collection\":\"a\",\"dialect\":\"none\"}";
            case "PUT /settings/lock-notes/{who}" -> "{\"owner\":\"Payments\"}";
            case "PUT /settings/retention" -> "{\"days\":0,\"megabytes\":1024}";
            case "PATCH /sources/none" -> "{\"releasable\":true}";
            default -> "";
        };
        String of = path.replace("{who}", who.toString());
        return as.call(method, of, body, seen(of, as));
    }

    /** The header of somebody who has looked at the list before; none for what is not there, or may not be seen. */
    private static String[] seen(String path, ApiClient as) {
        String[] names = path.split("/", -1); // "", "users", "clerk", …
        if (names.length < 3 || !VERSIONED.contains(names[1])) {
            return new String[0];
        }
        String list = as.get("/" + names[1]).body();
        return ApiClient.version(list, names[2])
                .map(version -> new String[] {"If-Match", version})
                .orElse(new String[0]);
    }

    /** What somebody else asked for, of a lock that nobody holds. */
    private static Document request(String id, Who who) {
        return Document.parse("""
                        { action: "EVICT", by: "operator", ip: "", lock: "pay:1", acquirer: "a", token: { $numberLong: "7" },
                          holder: "billing", reason: "hung" }""")
                .append("_id", id)
                .append("at", Date.from(Instant.now()))
                .append(
                        "consent",
                        new Document("rule", "pay:*")
                                .append("user", who.equals(Who.OPERATOR) ? Who.ADMIN.name() : Who.OPERATOR.name())
                                .append("until", Date.from(Instant.now().plusSeconds(600))));
    }

    private static void actAs(Who who) {
        if (who.role() != null) {
            Acting.as(who.name(), who.role());
        }
    }
}
