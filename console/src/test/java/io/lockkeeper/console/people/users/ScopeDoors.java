package io.lockkeeper.console.people.users;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.formats.LockAddress;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** The doors of somebody whose scope is limited, each of which tells all that it was told. */
record ScopeDoors(Console console, HalfSecret scene, BrowserContext browser, ApiClient api) {

    String enter(String door, String action, List<String> heard, String names) throws Exception {
        return switch (door) {
            case "page" -> page(action, heard, names);
            case "file" -> file(action, heard);
            case "api" -> api(action, heard);
            default -> throw new IllegalArgumentException(door);
        };
    }

    /** What the browser shows, and all that was sent to it. */
    private String page(String path, List<String> heard, String names) throws IOException {
        List<String> frames = new CopyOnWriteArrayList<>();
        List<Response> answers = new CopyOnWriteArrayList<>();
        try (Page page = browser.newPage()) {
            page.onWebSocket(socket -> socket.onFrameReceived(frame -> frames.add(String.valueOf(frame.text()))));
            page.onResponse(answers::add);
            page.navigate(console.address(path));
            page.locator(".error-message, .shell h1, .password-card").first().waitFor();
            boolean denied = page.locator(".error-message").count() > 0;
            if (names != null) {
                page.waitForCondition(() -> page.content().contains(names));
            }
            heard.addAll(frames);
            answers.stream()
                    .filter(answer -> answer.url().contains("v-r="))
                    .forEach(answer -> heard.add(answer.text()));
            heard.add(page.content());
            return denied ? "denied" : "shown";
        }
    }

    private String file(String path, List<String> heard) {
        APIResponse answer = browser.request().get(console.address(path));
        heard.add(answer.text());
        return Integer.toString(answer.status());
    }

    private String api(String action, List<String> heard) {
        String[] words = action.split(" ", 2);
        HttpResponse<String> answer = switch (words[0]) {
            case "evict" -> api.evict(words[1], scene.token(words[1]), "{\"reason\":\"test\"}");
            case "evict-both" ->
                api.post(
                        "/evictions",
                        String.format(
                                Locale.ROOT,
                                "{\"reason\":\"test\",\"leases\":[{\"lock\":\"order:circle\",\"etag\":\"1\"},{\"lock\":\"%s\",\"etag\":\"%d\"}]}",
                                words[1],
                                scene.token(words[1])));
            case "pause" ->
                api.put(
                        "/locks/-/%s/pause".formatted(words[1]),
                        "{\"until\":\"%s\",\"reason\":\"test\"}"
                                .formatted(Instant.now().plusSeconds(600)));
            case "take-out" ->
                api.post("/locks/-/%s/take-out".formatted(words[1]), "{\"reason\":\"test\"}", "If-Match", "\"any\"");
            case "resume" -> api.delete("/locks/-/%s/pause".formatted(words[1]), "If-Match", "\"none\"");
            case "release" ->
                api.post(
                        "/locks/%s/eviction".formatted(words[1].replace(' ', '/')),
                        "{\"reason\":\"test\"}",
                        "If-Match",
                        "\"any\"");
            case "pause-in" ->
                api.put(
                        "/locks/%s/pause".formatted(words[1].replace(' ', '/')),
                        "{\"until\":\"%s\",\"reason\":\"test\"}"
                                .formatted(Instant.now().plusSeconds(600)));
            case "take-out-in" ->
                api.post(
                        "/locks/%s/take-out".formatted(words[1].replace(' ', '/')),
                        "{\"reason\":\"test\"}",
                        "If-Match",
                        "\"any\"");
            case "POST", "PATCH" -> api.call(words[0], words[1], "{}");
            default -> api.get(action);
        };
        heard.add(answer.body());
        return Integer.toString(answer.statusCode());
    }

    String filled(String action) {
        return action.replace("{seen}", LockAddress.of(scene.seen()))
                .replace("{hidden}", LockAddress.of(scene.hidden()))
                .replace("{hidden-id}", URLEncoder.encode(scene.hidden(), StandardCharsets.UTF_8))
                .replace("{secret}", LockAddress.of("secret:9"))
                .replace("{request}", "secret-request");
    }
}
