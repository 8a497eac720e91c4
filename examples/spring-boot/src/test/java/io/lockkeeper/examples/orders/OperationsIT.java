package io.lockkeeper.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What docs/reference/operations asks of Prometheus, compared with what the running service tells it. */
@Timeout(120)
class OperationsIT {

    private static final Path OPERATIONS = Path.of("../../docs/reference/operations");
    private static final MongoDatabase DATABASE = MongoServer.shared().freshDatabase();

    @SuppressWarnings("NullAway.Init")
    private static Instance service;

    @SuppressWarnings("NullAway.Init")
    private static Scrape scrape;

    @BeforeAll
    static void scrapeAServiceThatHasSeenSomething() throws Exception {
        service = Instance.start(DATABASE, "orders-1");
        Lease lost = service.agent().acquire("order-17");
        service.agent().monitor().evict("order-17", lost.token(), "ann", "it hangs");
        lost.close();
        try (Lease renewed = service.agent().acquire(LockRequest.of("order-18").withTtl(Duration.ofSeconds(5)))) {
            CompletableFuture<Lease> waiting =
                    service.agent().acquireAsync(LockRequest.of("order-18").withLongestWait(Duration.ofSeconds(2)));
            assertThat(service.agent().tryAcquire("order-18")).isEmpty();
            await().until(() -> service.get("/actuator/prometheus").contains("lockkeeper_renewal_lag_seconds_count 1"));
            await().until(waiting::isCompletedExceptionally);
            scrape = Scrape.of(service.get("/actuator/prometheus"));
            assertThat(renewed.isHeld()).isTrue();
        }
        assertThat(scrape.toString()).contains("lockkeeper_lost_total");
    }

    @AfterAll
    static void stop() {
        service.close();
        DATABASE.drop();
    }

    @Test
    void everyQueryOfTheDashboardFindsItsMetricsAndLabels() throws Exception {
        List<String> queries = Queries.in(Files.readString(OPERATIONS.resolve("grafana-dashboard.json")));
        assertThat(queries)
                .hasSizeGreaterThan(8)
                .allSatisfy(
                        query -> assertThat(scrape.missingFrom(query)).as(query).isEmpty());
    }

    @Test
    void everyAlertFindsItsMetricsAndLabels() throws Exception {
        List<String> queries = Queries.in(Files.readString(OPERATIONS.resolve("prometheus-rules.yml")));
        assertThat(queries)
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        query -> assertThat(scrape.missingFrom(query)).as(query).isEmpty());
    }

    @Test
    void prometheusTakesTheRules() throws Exception {
        for (String rules : List.of("prometheus-rules.yml", "host-agent-rules.yml")) {
            promtool("check", "rules", OPERATIONS.resolve(rules).toString());
        }
    }

    @Test
    void theAlertsWakePeopleWhenTheyShouldAndOnlyThen() throws Exception {
        promtool("test", "rules", "src/test/resources/prometheus-rules-test.yml");
    }

    @Test
    void aMetricOrLabelThatIsNotThereIsNoticed() {
        assertThat(scrape.missingFrom("rate(lockkeeper_acquired_total[5m])"))
                .containsExactly("lockkeeper_acquired_total");
        assertThat(scrape.missingFrom("sum by (name) (rate(lockkeeper_lost_total{reason=\"x\"}[5m]))"))
                .containsExactly("lockkeeper_lost_total{reason}", "lockkeeper_lost_total{name}");
    }

    @Test
    void noMetricHasALockByItsName() {
        assertThat(scrape.toString()).contains("lock=\"order-*\"").doesNotContain("order-17", "order-18");
    }

    /** Prometheus' own tool, the one that {@code LOCKKEEPER_PROMTOOL} names or that of the path; {@code ./lockkeeper test} gets it. */
    private static void promtool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.addFirst(Objects.requireNonNullElse(System.getenv("LOCKKEEPER_PROMTOOL"), "promtool"));
        Process check = started(command);
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(said).isZero();
    }

    private static Process started(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return Assumptions.abort("The alerts are not tried here: " + e.getMessage());
        }
    }
}
