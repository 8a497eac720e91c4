package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.report.HostPort;
import io.lockkeeper.host.report.HostReport;
import io.lockkeeper.host.session.HostSettings;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ReplicaSet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What those read who run a host agent. */
@Timeout(120)
class HostPortIT {

    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    void theMetricsCountSessionsLeasesAndHowTheyEnded() throws Exception {
        try (TestHost host = new TestHost();
                TestPeer billing = TestPeer.of(host.socket(), "billing")) {
            InetSocketAddress port = host.host().openPort(ANY_PORT);
            billing.release(billing.lease("released"));
            billing.ask(JsonLine.of("acquire", "silent").with("ttlMs", 5_000));
            billing.acquire("held");
            billing.answer(billing.sendUnchecked(JsonLine.of("what", 1)));
            assertThat(metrics(port))
                    .contains(
                            "lockkeeper_host_sessions 1\n",
                            "lockkeeper_host_leases 2\n",
                            "lockkeeper_host_grants_total 3\n",
                            "lockkeeper_host_ends_total{how=\"release\"} 1\n",
                            "lockkeeper_host_ends_total{how=\"silence\"} 0\n",
                            "lockkeeper_host_refused_requests_total 1\n",
                            "lockkeeper_host_server_silent_seconds 0.000\n")
                    .containsPattern("lockkeeper_host_start_time_seconds \\d{10}\\.\\d{3}\n")
                    .containsPattern("lockkeeper_host_loop_delay_seconds \\d\\.\\d{3}\n")
                    .containsOnlyOnce("# TYPE lockkeeper_host_ends_total counter\n")
                    .doesNotContain("billing", "held");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(metrics(port))
                            .contains("lockkeeper_host_leases 1\n", "lockkeeper_host_ends_total{how=\"silence\"} 1\n"));
        }
    }

    @Test
    void theAlertsAskForFiguresThatThereAre() throws Exception {
        String rules = Files.readString(Path.of("../docs/reference/operations/host-agent-rules.yml"));
        List<String> asked = Pattern.compile("lockkeeper_host_\\w+")
                .matcher(rules)
                .results()
                .map(MatchResult::group)
                .toList();
        try (TestHost host = new TestHost()) {
            String scrape = metrics(host.host().openPort(ANY_PORT));
            assertThat(asked)
                    .hasSizeGreaterThan(3)
                    .allSatisfy(metric -> assertThat(scrape).contains("# TYPE " + metric + " "));
            assertThat(scrape).contains("{how=\"silence\"}");
        }
    }

    @Test
    void aSessionReadsTheSameFigures() throws Exception {
        try (TestHost host = new TestHost();
                TestPeer billing = TestPeer.of(host.socket(), "billing")) {
            billing.acquire("held");
            Map<String, Object> status = TestPeer.object(billing.ask(JsonLine.of("status", true)), "status");
            assertThat(status)
                    .containsEntry("sessions", 1L)
                    .containsEntry("leases", 1L)
                    .containsEntry("grants", 1L)
                    .containsEntry("endsDeath", 0L)
                    .containsEntry("ending", false)
                    .containsKeys("startTimeMs", "renewalOverdueMs", "unanswered");
        }
    }

    @Test
    void theDeathOfAProcessIsCounted() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here");
        try (TestHost host = new TestHost();
                ScriptProcess holder = ScriptProcess.holder(host.socket(), "job", 30_000)) {
            InetSocketAddress port = host.host().openPort(ANY_PORT);
            holder.kill();
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(metrics(port)).contains("lockkeeper_host_ends_total{how=\"death\"} 1\n"));
        }
    }

    @Test
    void healthSaysThatTheDatabaseDoesNotAnswerAndTheProcessIsStillWorthKeeping() throws Exception {
        try (ReplicaSet members = ReplicaSet.start(1)) {
            HostAgent host = HostAgent.serve(members.client(), "app", settings());
            InetSocketAddress port = host.openPort(ANY_PORT);
            assertThat(get(port, "/health").statusCode()).isEqualTo(200);
            members.pause(0);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                HttpResponse<String> health = get(port, "/health");
                assertThat(health.statusCode()).isEqualTo(503);
                assertThat(health.body()).isEqualTo("MongoDB does not answer: no lock can be taken.\n");
            });
            assertThat(get(port, "/live").statusCode()).isEqualTo(200);
            members.resume(0);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(get(port, "/health").statusCode()).isEqualTo(200));
            var unused = host.stop(Duration.ZERO);
        }
    }

    @Test
    void aLoopThatDoesNotAnswerIsNeitherLiveNorHealthy() throws Exception {
        try (LockAgent agent =
                        LockAgent.connect(MongoServer.shared().client(), "app", AgentOptions.forService("host-agent"));
                HostPort port = HostPort.open(HostPortIT::unasked, action -> {}, agent.monitor(), ANY_PORT)) {
            for (String path : List.of("/live", "/health", "/metrics")) {
                HttpResponse<String> answer = get(port.address(), path);
                assertThat(answer.statusCode()).as(path).isEqualTo(503);
                assertThat(answer.body()).isEqualTo("The loop has not answered for 2 s.\n");
            }
        }
    }

    @Test
    void onlyReadingIsAnsweredAndPeersThatSayNothingKeepNoOtherOut() throws Exception {
        List<Socket> mute = new ArrayList<>();
        try (TestHost host = new TestHost()) {
            InetSocketAddress port = host.host().openPort(ANY_PORT);
            for (int i = 0; i < 20; i++) {
                mute.add(new Socket(port.getAddress(), port.getPort()));
            }
            assertThat(get(port, "/live").body()).isEqualTo("The loop answers.\n");
            assertThat(get(port, "/").statusCode()).isEqualTo(404);
            assertThat(http.send(
                                    HttpRequest.newBuilder(uri(port, "/metrics"))
                                            .POST(BodyPublishers.ofString("x"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(405);
        } finally {
            for (Socket each : mute) {
                each.close();
            }
        }
    }

    private static HostReport unasked() {
        throw new AssertionError("Its loop does not run");
    }

    private HostSettings settings() {
        return new HostSettings(
                folder.resolve("own/lockkeeper.sock"),
                null,
                "shop",
                false,
                AgentOptions.forService("host-agent"),
                HostLimits.DEFAULT);
    }

    private String metrics(InetSocketAddress port) throws Exception {
        HttpResponse<String> answer = get(port, "/metrics");
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private HttpResponse<String> get(InetSocketAddress port, String path) throws Exception {
        return http.send(HttpRequest.newBuilder(uri(port, path)).build(), BodyHandlers.ofString());
    }

    private static URI uri(InetSocketAddress port, String path) {
        return URI.create("http://127.0.0.1:" + port.getPort() + path);
    }
}
