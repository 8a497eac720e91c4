package io.lockkeeper.examples.orders;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** One instance of the service, with a port of its own. */
final class Instance implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext service;

    private Instance(ConfigurableApplicationContext service) {
        this.service = service;
    }

    static Instance start(MongoDatabase database, String name) {
        String uri = MongoServer.shared().uri().replaceFirst("/[^/?]*(\\?|$)", "/" + database.getName() + "$1");
        return new Instance(new SpringApplicationBuilder(OrdersApplication.class)
                .run(
                        "--server.port=0",
                        "--spring.mongodb.uri=" + uri,
                        "--lockkeeper.instance=" + name,
                        "--spring.jmx.enabled=false",
                        "--orders.report.cron=* * * * * *"));
    }

    LockAgent agent() {
        return service.getBean(LockAgent.class);
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at(path)).GET()).body();
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:%s%s"
                .formatted(service.getEnvironment().getRequiredProperty("local.server.port"), path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        service.close();
    }
}
