package io.lockkeeper.console.judge.alerts;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import org.bson.Document;

/** The JDK's HTTP server as a webhook's receiver. */
final class Inbox implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile ToIntFunction<Received> answer = message -> 204;

    Inbox() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::take);
        server.setExecutor(threads);
        server.start();
    }

    /** One message, as it came. */
    record Received(String id, Document body) {

        String type() {
            return body.getString("type").replaceFirst("^lockkeeper\\.alert\\.", "");
        }

        List<String> locks() {
            return body.get("data", new Document()).getList("findings", Document.class, List.of()).stream()
                    .map(finding -> finding.getString("lock"))
                    .toList();
        }
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    List<Received> about(String lock) {
        return received.stream()
                .filter(message -> message.locks().contains(lock))
                .toList();
    }

    void forget() {
        received.clear();
    }

    void answers(ToIntFunction<Received> next) {
        answer = next;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Received message = new Received(exchange.getRequestHeaders().getFirst("webhook-id"), Document.parse(body));
            received.add(message);
            exchange.sendResponseHeaders(answer.applyAsInt(message), -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
