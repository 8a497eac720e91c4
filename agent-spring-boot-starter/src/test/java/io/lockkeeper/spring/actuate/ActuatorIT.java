package io.lockkeeper.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** A service with a web server, an actuator and Spring Security, on a replica set that it loses. */
@OwnServer
@Timeout(120)
class ActuatorIT {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet replicaSet;

    @SuppressWarnings("NullAway.Init")
    private static ConfigurableApplicationContext service;

    @BeforeAll
    static void start() {
        replicaSet = ReplicaSet.start(3);
        service = SpringApplication.run(
                Service.class,
                "--spring.application.name=orders",
                "--spring.mongodb.uri=" + replicaSet.uri().replace("/?", "/orders?"),
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.security.user.password=secret",
                "--lockkeeper.health.timeout=500ms",
                "--lockkeeper.health.down-after=1s",
                "--management.endpoints.web.exposure.include=health,info,locks",
                "--management.endpoint.locks.access=unrestricted",
                "--management.endpoint.health.show-details=when-authorized",
                "--management.health.mongodb.enabled=false");
    }

    @AfterAll
    static void stop() {
        service.close();
        replicaSet.close();
    }

    @Test
    void locksAreForThoseWhomTheServicesSecurityLetsIn() throws Exception {
        assertThat(get("/actuator/locks", "").statusCode()).isEqualTo(401);
        try (Lease lease = agent().acquire("order/17")) {
            assertThat(get("/actuator/locks", "user:secret").body())
                    .contains("\"lock\":\"order/17\"", "\"token\":" + lease.token(), "\"waiters\":[]");
        }
    }

    @Test
    void aLeaseIsEndedByItsNameAndTokenAlone() throws Exception {
        Lease lease = agent().acquire("order/17");
        assertThat(delete("/actuator/locks/order/17?token=1").body()).contains("\"ended\":false");
        assertThat(lease.isHeld()).isTrue();
        assertThat(delete("/actuator/locks/order/17?reason=hangs&token=" + lease.token())
                        .body())
                .contains("\"ended\":true");
        assertThat(lease.loss().orElseThrow()).isInstanceOf(LeaseLoss.Evicted.class);
        assertThat(lease.loss().orElseThrow()).hasToString("evicted by user: hangs");
        lease.close();
    }

    @Test
    void aKeptLeaseIsShownWithItsLatestUseOrAsIdle() throws Exception {
        LockRequest kept = LockRequest.of("tenant/17").withKeep(Duration.ofMinutes(5));
        await().until(() -> {
            agent().acquire(kept).close();
            return get("/actuator/locks", "user:secret").body().contains("\"use\":{\"idle\":true");
        });
        try (Lease use = agent().acquire(kept.withNote("monthly"))) {
            assertThat(get("/actuator/locks", "user:secret").body())
                    .contains("\"use\":{\"idle\":false", "\"token\":" + use.token(), "\"note\":\"monthly\"");
        }
    }

    @Test
    void theInfoSaysWhoTheAgentIs() throws Exception {
        assertThat(get("/actuator/info", "user:secret").body())
                .contains("\"lockkeeper\"", "\"service\":\"orders\"", "\"database\":\"orders\"");
    }

    @Test
    void aServiceThatLosesItsMajorityIsDegradedBeforeItIsDown() throws Exception {
        await().until(() -> health().contains("\"lockkeeper\"") && health().contains("\"server\":\"majority\""));
        assertThat(health()).contains("\"status\":\"UP\"").doesNotContain("secret", "\"mongo\"");
        int primary = replicaSet.awaitPrimary();
        replicaSet.pause((primary + 1) % 3);
        replicaSet.pause((primary + 2) % 3);
        try {
            HttpResponse<String> degraded = get("/actuator/health", "user:secret");
            assertThat(degraded.statusCode()).isEqualTo(200);
            assertThat(degraded.body()).contains("within PT0.5S");
            assertThat(Document.parse(degraded.body()).getString("status")).isEqualTo("DEGRADED");
            await().atMost(Duration.ofSeconds(30)).until(() -> health().contains("\"status\":\"DOWN\""));
            assertThat(get("/actuator/health", "user:secret").statusCode()).isEqualTo(503);
        } finally {
            replicaSet.resume((primary + 1) % 3);
            replicaSet.resume((primary + 2) % 3);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> health().contains("\"server\":\"majority\""));
    }

    private static LockAgent agent() {
        return service.getBean(LockAgent.class);
    }

    private static String health() throws IOException, InterruptedException {
        return get("/actuator/health", "user:secret").body();
    }

    private static HttpResponse<String> get(String path, String user) throws IOException, InterruptedException {
        return send(request(path, user).GET());
    }

    private static HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return send(request(path, "user:secret").DELETE());
    }

    private static HttpRequest.Builder request(String path, String user) {
        String port = service.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return user.isEmpty()
                ? request
                : request.header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Service {
        /** Its users are let in everywhere; the actuator is to be reached by clients without a page before them. */
        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }
    }
}
