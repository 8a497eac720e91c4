package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/** A client of the console's API. */
final class ConsoleClient implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;
    private static final String IN_DOUBT =
            " The holder may have been evicted all the same: look at the lock before you try again.";

    private static final String CHANGE_IN_DOUBT =
            " The change may have been made all the same: look at the lock before you try again.";

    private final HttpClient client;
    private final URI console;
    private final String token;

    ConsoleClient(HttpClient client, URI console, String token) {
        this.client = client;
        this.console = console;
        this.token = token;
    }

    /**
     * Sends a GET request and returns the answer.
     *
     * @param parameters those that are empty are left out
     * @throws FailedException with the console's own words where it refuses
     */
    BsonDocument get(String path, Map<String, String> parameters) {
        return send(request(uri(path, parameters)).GET(), "");
    }

    /** As {@link #get}; empty where the console answers 404. */
    Optional<BsonDocument> find(String path) {
        HttpResponse<String> answer = sent(request(path).GET(), "");
        return answer.statusCode() == NOT_FOUND ? Optional.empty() : Optional.of(read(answer, ""));
    }

    /** Evicts exactly the holder that the tag names. */
    BsonDocument evict(String path, String tag, BsonDocument body) {
        return send(withBody(request(path + "/eviction").header("If-Match", ifMatch(tag)), "POST", body), IN_DOUBT);
    }

    BsonDocument put(String path, BsonDocument body) {
        return send(withBody(request(path), "PUT", body), CHANGE_IN_DOUBT);
    }

    BsonDocument post(String path, Map<String, String> parameters) {
        return send(request(uri(path, parameters)).POST(BodyPublishers.noBody()), "");
    }

    /** Sends a POST request on the condition that the ETag still matches. */
    BsonDocument post(String path, String tag, BsonDocument body) {
        return send(withBody(request(path).header("If-Match", ifMatch(tag)), "POST", body), CHANGE_IN_DOUBT);
    }

    /** Sends a DELETE request on the condition that the ETag still matches. */
    BsonDocument delete(String path, String tag) {
        return send(request(path).header("If-Match", ifMatch(tag)).DELETE(), CHANGE_IN_DOUBT);
    }

    private static HttpRequest.Builder withBody(HttpRequest.Builder request, String method, BsonDocument body) {
        return request.header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body.toJson()));
    }

    private static String ifMatch(String tag) {
        if (!tag.matches("[A-Za-z0-9_:.-]+")) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "\"%s\" names nothing: it should be as 'lockkeeper show' prints it.".formatted(Plain.text(tag)));
        }
        return '"' + tag + '"';
    }

    /**
     * The console's server-sent events, as they come: for as long as the caller reads.
     *
     * @throws FailedException with the console's own words where it refuses
     */
    InputStream events(String path, Map<String, String> parameters) {
        HttpRequest request = HttpRequest.newBuilder(uri(path, parameters))
                .header("Authorization", "Bearer " + token)
                .header("Accept", "text/event-stream, application/problem+json")
                .build();
        try {
            HttpResponse<InputStream> answer =
                    client.sendAsync(request, BodyHandlers.ofInputStream()).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (answer.statusCode() == OK) {
                return answer.body();
            }
            try (InputStream problem = answer.body()) {
                throw refused(
                        answer.statusCode(),
                        new String(problem.readNBytes(BoundedText.MOST), StandardCharsets.UTF_8),
                        "");
            }
        } catch (ExecutionException e) {
            throw unavailable(silent(e.getCause()));
        } catch (IOException | TimeoutException e) {
            throw unavailable(silent(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("Interrupted before the console answered.");
        }
    }

    private URI uri(String path, Map<String, String> parameters) {
        String query = parameters.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return URI.create(console + "/api/v1" + path + (query.isEmpty() ? "" : "?" + query));
    }

    private HttpRequest.Builder request(String path) {
        return request(uri(path, Map.of()));
    }

    private HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/json, application/problem+json");
    }

    /** Sends the request; {@code inDoubt} is added to the message if it was sent and its outcome is not known. */
    private BsonDocument send(HttpRequest.Builder request, String inDoubt) {
        return read(sent(request, inDoubt), inDoubt);
    }

    private BsonDocument read(HttpResponse<String> answer, String inDoubt) {
        if (answer.statusCode() == ACCEPTED) {
            throw new FailedException(ExitCode.AWAITS_CONSENT, awaits(answer));
        }
        if (answer.statusCode() != OK) {
            throw refused(answer, inDoubt);
        }
        try {
            return BsonDocument.parse(answer.body());
        } catch (JsonParseException e) {
            throw unavailable("What answers at %s is no console of this version.".formatted(console) + inDoubt);
        }
    }

    private HttpResponse<String> sent(HttpRequest.Builder request, String inDoubt) {
        try {
            return client.send(request.build(), head -> new BoundedText());
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw unavailable(silent(e));
        } catch (IOException e) {
            throw unavailable(silent(e) + inDoubt);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("Interrupted before the console answered." + inDoubt);
        }
    }

    /** Names the consent request, whose address a second person's program needs. */
    private String awaits(HttpResponse<String> answer) {
        String path = answer.headers().firstValue("Location").orElse("");
        String request = path.substring(path.lastIndexOf('/') + 1);
        return Plain.text(
                "Nothing was changed yet: names like this need a second person's consent. It is asked for; another operator consents on the page %s/consent. The request is %s."
                        .formatted(console, request));
    }

    private static FailedException unavailable(String sentence) {
        return new FailedException(ExitCode.UNAVAILABLE, sentence);
    }

    private String silent(@Nullable Throwable e) {
        return "The console at %s does not answer: %s.".formatted(console, Plain.text(String.valueOf(e)));
    }

    private FailedException refused(HttpResponse<String> answer, String inDoubt) {
        String near = answer.statusCode() == NOT_FOUND
                ? new NearNames(this).of(answer.request().uri().getPath(), answer.body())
                : "";
        String detail = detail(answer.statusCode(), answer.body(), inDoubt);
        return new FailedException(exitCode(answer.statusCode()), Plain.text(detail + near));
    }

    private FailedException refused(int status, String body, String inDoubt) {
        return new FailedException(exitCode(status), Plain.text(detail(status, body, inDoubt)));
    }

    private static int exitCode(int status) {
        return switch (status) {
            case 400 -> ExitCode.USAGE;
            case 401, 403 -> ExitCode.NOT_ALLOWED;
            case 404, 409, 412 -> ExitCode.NOT_SO;
            default -> ExitCode.UNAVAILABLE;
        };
    }

    /** The sentence of the console's problem document; any other body is not from a console. */
    private String detail(int status, String body, String inDoubt) {
        try {
            return BsonDocument.parse(body).getString("detail").getValue();
        } catch (RuntimeException e) {
            return String.format(Locale.ROOT, "%s answered with status %d. Is it the console?", console, status)
                    + inDoubt;
        }
    }

    /** A lock's name in a path, as docs/reference/api.md says. */
    static String segment(String name) {
        StringBuilder segment = new StringBuilder();
        for (byte part : name.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (part >= 'a' && part <= 'z')
                    || (part >= 'A' && part <= 'Z')
                    || (part >= '0' && part <= '9')
                    || part == '-'
                    || part == '_'
                    || part == ':';
            segment.append(
                    plain ? String.valueOf((char) part) : "~" + HexFormat.of().toHexDigits(part));
        }
        return segment.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
