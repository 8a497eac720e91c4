package io.lockkeeper.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.MongoServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LockObservationsIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final SimpleTracer tracer = new SimpleTracer();
    private final ObservationRegistry registry = registry();
    private final LockAgent agent = agent("orders");
    private final LockAgent other = agent("billing");
    /** A gauge refers weakly to what it reads, which the service's context holds. */
    private final AgentGauges gauges = new AgentGauges(agent::monitor);

    @AfterEach
    void drop() {
        agent.close();
        other.close();
        database.drop();
    }

    @Test
    void aRequestAndItsHoldAreTimedUnderTheLocksGroup() throws InterruptedException {
        agent.acquire("order-17").close();
        agent.acquire("order-18").close();
        assertThat(meters.get("lockkeeper.acquire")
                        .tags("lock", "order-*", "outcome", "granted", "waited", "false")
                        .timer()
                        .count())
                .isEqualTo(2);
        assertThat(meters.get("lockkeeper.hold")
                        .tags("lock", "order-*", "end", "released")
                        .timer()
                        .totalTime(TimeUnit.NANOSECONDS))
                .isPositive();
        assertThat(meters.getMeters())
                .allSatisfy(meter -> assertThat(meter.getId().getTags())
                        .noneMatch(tag -> tag.getValue().contains("17")));
    }

    @Test
    void aRefusalAndAWaitThatRanOutAreToldApart() throws InterruptedException {
        try (Lease held = other.acquire("report")) {
            assertThat(agent.tryAcquire("report")).isEmpty();
            assertThat(agent.acquireAsync(LockRequest.of("report").withLongestWait(Duration.ofMillis(20))))
                    .failsWithin(Duration.ofSeconds(20));
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(meters.get("lockkeeper.acquire")
                        .tags("outcome", "refused")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("lockkeeper.acquire")
                        .tags("outcome", "timed-out", "waited", "true")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aLossIsCountedByItsCause() throws InterruptedException {
        Lease lease = agent.acquire("report");
        agent.monitor().evict("report", lease.token(), "ann", "it hangs");
        await().untilAsserted(() -> assertThat(meters.find("lockkeeper.lost")
                        .tags("lock", "report", "cause", "evicted")
                        .counter())
                .isNotNull());
        assertThat(meters.get("lockkeeper.hold").tags("end", "evicted").timer().count())
                .isEqualTo(1);
    }

    @Test
    void renewalsAreTimedAndWhatIsHeldIsShown() throws InterruptedException {
        gauges.bindTo(meters);
        try (Lease lease = agent.acquire(LockRequest.of("report").withTtl(Duration.ofSeconds(1)))) {
            assertThat(meters.get("lockkeeper.leases").gauge().value()).isEqualTo(1);
            await().until(() -> meters.get("lockkeeper.renewal.lag").timer().count() > 0);
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(meters.get("lockkeeper.waiters").gauge().value()).isZero();
        assertThat(meters.get("lockkeeper.server.silent").gauge().value()).isZero();
    }

    @Test
    void keptLeasesAndTheirUsesAreCounted() {
        gauges.bindTo(meters);
        LockRequest kept = LockRequest.of("kept").withKeep(Duration.ofMinutes(1));
        await().untilAsserted(() -> {
            agent.acquire(kept).close();
            assertThat(meters.get("lockkeeper.kept.uses").functionCounter().count())
                    .isPositive();
        });
        assertThat(meters.get("lockkeeper.kept").gauge().value()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(other.tryAcquire("kept")).isPresent()); // the first recalls it
        assertThat(meters.get("lockkeeper.kept.recalls").functionCounter().count())
                .isPositive();
        assertThat(meters.get("lockkeeper.hints.false").functionCounter().count())
                .isZero();
    }

    @Test
    void theSpanOfAWaitLeadsToTheTraceOfWhoHadTheLockBefore() throws Exception {
        Lease held = other.acquire("report");
        String holdersTrace = spans("acquire report").getFirst().context().traceId();
        CompletableFuture<Lease> waiting = agent.acquireAsync(LockRequest.of("report"));
        await().until(() ->
                agent.heldBy("report").size() == 1 && agent.monitor().status().waiters() == 1);
        held.close();
        waiting.get(30, TimeUnit.SECONDS).close();

        SimpleSpan wait = spans("wait report").getFirst();
        assertThat(wait.getLinks()).singleElement().satisfies(link -> {
            assertThat(link.getTraceContext().traceId()).hasSize(32).endsWith(holdersTrace);
            assertThat(link.getTags()).isEqualTo(Map.of("lockkeeper.service", "billing"));
        });
        assertThat(wait.getParentId())
                .isEqualTo(spans("acquire report").getLast().getSpanId());
    }

    private List<SimpleSpan> spans(String name) {
        return tracer.getSpans().stream()
                .filter(span -> name.equals(span.getName()))
                .toList();
    }

    private ObservationRegistry registry() {
        ObservationRegistry observations = ObservationRegistry.create();
        observations
                .observationConfig()
                .observationHandler(new DefaultMeterObservationHandler(meters))
                .observationHandler(new DefaultTracingObservationHandler(tracer));
        return observations;
    }

    private LockAgent agent(String service) {
        LockObservations observer = new LockObservations(
                registry, new NamesWithoutIds(Map.of(), 100), new LockMeters(meters), new TracedWaits(tracer));
        return LockAgent.connect(
                MongoServer.shared().client(),
                database.getName(),
                AgentOptions.forService(service)
                        .withClockSkewAllowance(Duration.ofMillis(50))
                        .withObserver(observer));
    }
}
