package io.lockkeeper.host.report;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lockkeeper.agent.AgentMonitor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port for those who run a host agent: {@code /live}, {@code /health} and {@code /metrics}, to be read only. Each answer comes by way of
 * the loop, so that one which hangs shows. Locks are neither named nor taken here.
 */
public final class HostPort implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HostPort.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int WAITING = 16;
    /** What the JDK bounds for each server in this JVM, unless it is set. */
    private static final Map<String, String> BOUNDS = Map.of(
            "jdk.httpserver.maxConnections", "32",
            "sun.net.httpserver.maxReqTime", "5",
            "sun.net.httpserver.maxRspTime", "5",
            "sun.net.httpserver.idleInterval", "10",
            "sun.net.httpserver.maxReqHeaders", "50");

    private record Answer(int status, String text) {}

    private final Supplier<HostReport> figures;
    private final Executor loop;
    private final DatabaseReach database;
    private final HttpServer server;
    private final ExecutorService answering = Executors.newVirtualThreadPerTaskExecutor();

    private HostPort(Supplier<HostReport> figures, Executor loop, AgentMonitor monitor, HttpServer server) {
        this.figures = figures;
        this.loop = loop;
        this.database = new DatabaseReach(monitor);
        this.server = server;
    }

    /**
     * Listens on that address.
     *
     * @param figures what it shows, asked on the loop
     * @param loop runs an action on its thread
     */
    public static HostPort open(
            Supplier<HostReport> figures, Executor loop, AgentMonitor monitor, InetSocketAddress address)
            throws IOException {
        BOUNDS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
        HostPort port = new HostPort(figures, loop, monitor, HttpServer.create(address, WAITING));
        port.server.setExecutor(port.answering);
        port.server.createContext("/", port::serve);
        port.server.start();
        return port;
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void serve(HttpExchange exchange) {
        try (exchange) {
            Answer answer =
                    answer(exchange.getRequestMethod(), exchange.getRequestURI().getPath());
            byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException | RuntimeException e) {
            log.debug("A question was not answered", e);
        }
    }

    private Answer answer(String method, String path) {
        if (!method.equals("GET")) {
            return new Answer(405, "Only GET is answered.\n");
        }
        return switch (path) {
            case "/live" -> live();
            case "/health" -> health();
            case "/metrics" -> metrics();
            default -> new Answer(404, "There are /live, /health and /metrics.\n");
        };
    }

    /** Whether it is worth keeping this process: not a question of the database, which no restart brings back. */
    private Answer live() {
        return report().isPresent() ? new Answer(200, "The loop answers.\n") : hangs();
    }

    private Answer health() {
        Optional<HostReport> report = report();
        if (report.isEmpty()) {
            return hangs();
        }
        if (report.get().ending()) {
            return new Answer(503, "The host agent is ending, and grants nothing.\n");
        }
        return switch (database.ask()) {
            case MAJORITY -> new Answer(200, "Locks can be taken.\n");
            case PRIMARY_ALONE ->
                new Answer(503, "MongoDB's primary answers without a majority: no lock can be taken.\n");
            case NONE -> new Answer(503, "MongoDB does not answer: no lock can be taken.\n");
        };
    }

    private Answer metrics() {
        long asked = System.nanoTime();
        return report().map(report -> new Answer(200, report.text() + delay(System.nanoTime() - asked)))
                .orElseGet(HostPort::hangs);
    }

    private static String delay(long nanos) {
        HostFigure delay = HostFigure.time(
                "loopDelay", nanos / 1_000_000, "How long this question waited for its turn among the sessions.");
        return delay.head() + delay.sample();
    }

    private static Answer hangs() {
        return new Answer(
                503, String.format(Locale.ROOT, "The loop has not answered for %d s.\n", PATIENCE.toSeconds()));
    }

    private Optional<HostReport> report() {
        return CompletableFuture.supplyAsync(() -> Optional.of(figures.get()), loop)
                .completeOnTimeout(Optional.empty(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failure -> {
                    log.error("The figures could not be read", failure);
                    return Optional.empty();
                })
                .join();
    }

    @Override
    public void close() {
        server.stop(0);
        answering.shutdownNow();
    }
}
