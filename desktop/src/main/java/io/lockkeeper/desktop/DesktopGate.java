package io.lockkeeper.desktop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lockkeeper.desktop.ConsoleRun.Failed;
import io.lockkeeper.desktop.ConsoleRun.Idle;
import io.lockkeeper.desktop.ConsoleRun.Starting;
import io.lockkeeper.desktop.ConsoleRun.Up;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the pages that the window shows before a console runs, on a free loopback port: only to the browser that came with the
 * one-time login.
 */
final class DesktopGate implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DesktopGate.class);
    private static final String COOKIE = "lockkeeper-gate=";
    private static final int LONGEST_FORM = 16_384;
    private static final Map<String, String> FILES =
            Map.of("/gate.css", "text/css", "/gate.js", "text/javascript", "/icon.svg", "image/svg+xml");

    private final HttpServer server;
    private final OneTimeLogins logins;
    private final SignsOfLife life;
    private final Connections connections;
    private final ConsoleRun console;
    private final String cookie;
    private volatile @Nullable KnownConnection tried;

    DesktopGate(
            HttpServer server, OneTimeLogins logins, SignsOfLife life, Connections connections, ConsoleRun console) {
        this.server = server;
        this.logins = logins;
        this.life = life;
        this.connections = connections;
        this.console = console;
        cookie = COOKIE + new OneTimeLogins(System::nanoTime).make();
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
    }

    /** A server on a free port, which cannot be reached from outside this machine. */
    static HttpServer onLoopback() throws IOException {
        return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    static String address(HttpServer server) {
        return String.format(
                Locale.ROOT, "http://127.0.0.1:%d/", server.getAddress().getPort());
    }

    void start() {
        server.start();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) {
        try (exchange) {
            if (!isHost(exchange)) {
                say(exchange, 403, "text/plain", "This is 127.0.0.1.");
            } else if (exchange.getRequestURI().getPath().equals("/enter")) {
                enter(exchange);
            } else if (!isLetIn(exchange)) {
                refuse(exchange);
            } else {
                life.note();
                page(exchange, exchange.getRequestURI().getPath());
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("A request for a connection page failed: {}", e.toString());
        }
    }

    private void enter(HttpExchange exchange) throws IOException {
        if (!isPost(exchange) || !logins.use(form(exchange).getOrDefault("word", ""))) {
            refuse(exchange);
            return;
        }
        life.note();
        exchange.getResponseHeaders().add("Set-Cookie", cookie + "; Path=/; HttpOnly; SameSite=Strict");
        // no redirect: a file has sent this, and a browser would keep the cookie back
        say(
                exchange,
                200,
                "text/html",
                "<meta http-equiv=\"refresh\" content=\"0;url=/\"><title>Lockkeeper Console</title>");
    }

    private void page(HttpExchange exchange, String path) throws IOException {
        if (isPost(exchange)) {
            change(exchange, path);
        } else if (FILES.containsKey(path)) {
            file(exchange, path);
        } else if (path.equals("/state")) {
            say(exchange, 200, "text/plain", console.state().getClass().getSimpleName());
        } else if (path.equals("/connections")) {
            say(exchange, 200, "text/html", GatePages.choose(connections.list(), Map.of(), ""));
        } else {
            say(exchange, 200, "text/html", present());
        }
    }

    private String present() {
        return switch (console.state()) {
            case Idle idle -> GatePages.choose(connections.list(), Map.of(), "");
            case Starting starting -> GatePages.starting(starting.connection());
            case Up up -> GatePages.enter(up.port(), logins.make());
            case Failed failed -> GatePages.choose(connections.list(), Map.of(), failed.why());
        };
    }

    private void change(HttpExchange exchange, String path) throws IOException {
        Map<String, String> form = form(exchange);
        switch (path) {
            case "/try" -> attempt(exchange, form);
            case "/keep" -> keep(exchange);
            case "/open" -> open(exchange, form.getOrDefault("name", ""));
            case "/forget" -> {
                connections.forget(form.getOrDefault("name", ""));
                redirect(exchange, "/connections");
            }
            default -> refuse(exchange);
        }
    }

    private void attempt(HttpExchange exchange, Map<String, String> typed) throws IOException {
        try {
            KnownConnection connection = new ConnectionForm(typed).connection();
            switch (Trial.of(connection)) {
                case Trial.Usable usable -> {
                    tried = connection;
                    say(exchange, 200, "text/html", GatePages.found(connection, usable));
                }
                case Trial.Unusable unusable -> again(exchange, typed, unusable.why());
            }
        } catch (ConnectionForm.Fault fault) {
            again(exchange, typed, String.valueOf(fault.getMessage()));
        }
    }

    /** Shows the form again with its input, except the password. */
    private void again(HttpExchange exchange, Map<String, String> typed, String why) throws IOException {
        say(exchange, 200, "text/html", GatePages.choose(connections.list(), typed, "Nothing was kept. " + why));
    }

    private void keep(HttpExchange exchange) throws IOException {
        KnownConnection connection = tried;
        if (connection == null) {
            redirect(exchange, "/connections");
            return;
        }
        tried = null;
        connections.use(connection);
        console.start(connection);
        redirect(exchange, "/");
    }

    private void open(HttpExchange exchange, String name) throws IOException {
        KnownConnection connection = connections.find(name).orElse(null);
        if (connection == null) {
            redirect(exchange, "/connections");
            return;
        }
        connections.use(connection);
        if (!(console.state() instanceof Up up) || !up.connection().equals(connection)) {
            console.start(connection);
        }
        redirect(exchange, "/");
    }

    private boolean isHost(HttpExchange exchange) {
        return ("127.0.0.1:" + server.getAddress().getPort())
                .equals(exchange.getRequestHeaders().getFirst("Host"));
    }

    /** Whether the request has the cookie and, for a change, comes from a page of this server: cookies are shared by all ports. */
    private boolean isLetIn(HttpExchange exchange) {
        boolean known = Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Cookie"), "")
                .contains(cookie);
        String own = address(server);
        return known
                && (!isPost(exchange) || own.equals(exchange.getRequestHeaders().getFirst("Origin") + "/"));
    }

    private static boolean isPost(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("POST");
    }

    private static Map<String, String> form(HttpExchange exchange) throws IOException {
        String text = new String(exchange.getRequestBody().readNBytes(LONGEST_FORM), StandardCharsets.UTF_8);
        Map<String, String> fields = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static void file(HttpExchange exchange, String path) throws IOException {
        String folder = path.equals("/icon.svg") ? "/META-INF/resources/console" : "/desktop";
        try (InputStream in = Objects.requireNonNull(DesktopGate.class.getResourceAsStream(folder + path), path)) {
            say(exchange, 200, FILES.getOrDefault(path, ""), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static void refuse(HttpExchange exchange) throws IOException {
        say(
                exchange,
                403,
                "text/plain",
                "This page belongs to a window of Lockkeeper Console. If it is yours, close this one and start it"
                        + " again.");
    }

    private static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().set("Location", to);
        exchange.sendResponseHeaders(303, -1);
    }

    private static void say(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type + ";charset=UTF-8");
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "same-origin");
        headers.set(
                "Content-Security-Policy",
                "default-src 'self'; form-action http://127.0.0.1:*; frame-ancestors 'none'; base-uri 'none'");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
