package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What many leases cost an agent, in what can be counted; {@code ./lockkeeper bench leases} measures the rest. */
@Timeout(400)
@Tag("nightly")
class ManyLeasesIT {

    private static final int MANY = 2_000;
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final String BATCHES = "lockkeeper-batches";
    private static final Set<String> RENEWAL = Set.of("update", "find");

    private final CountedClient counted = new CountedClient();

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent(
            counted.client(), TestAgents.options("billing").withTtl(TTL).withAnswerTimeout(TTL));

    @AfterEach
    void closeClient() {
        agent.close();
        counted.close();
    }

    @Test
    void threadsDoNotGrowWithLeasesAndAThousandLeasesAreRenewedByTwoRequests() throws Exception {
        Lease first = agent.acquire("lease-0");
        List<Lease> leases = acquire(1, MANY);
        assertThat(agentThreads()).hasSizeLessThanOrEqualTo(4).doesNotHaveDuplicates();
        assertThat(batchThreads()).isLessThanOrEqualTo(8);

        Duration beat = TTL.dividedBy(3);
        Duration before = agents.holder("lease-0").heldFor();
        counted.forget();
        await().atMost(TTL.multipliedBy(3))
                .untilAsserted(
                        () -> assertThat(agents.holder("lease-0").heldFor()).isGreaterThan(before.plus(beat)));

        long cycles = agents.holder("lease-0").heldFor().minus(before).dividedBy(beat) + 1;
        assertThat(counted.commands().stream().filter(RENEWAL::contains).count())
                .as("requests of %d cycles: two for each thousand, and two for the rest", cycles)
                .isLessThanOrEqualTo(cycles * 2 * (MANY / 1_000 + 1));
        assertThat(counted.commands()).as("and the stream").isSubsetOf("update", "find", "getMore", "aggregate");
        assertThat(counted.unfinishedReads()).isZero();
        assertThat(leases).allMatch(Lease::isHeld);
        assertThat(first.isHeld()).isTrue();
        assertThat(agentThreads()).hasSizeLessThanOrEqualTo(4);
        assertThat(batchThreads()).isLessThanOrEqualTo(8);
    }

    @Test
    void howeverALeaseEndsTheAgentKeepsNothingOfIt() throws Exception {
        List<Lease> leases = acquire(0, 400);
        List<WeakReference<Lease>> kept =
                leases.stream().map(WeakReference::new).toList();

        leases.subList(0, 100).parallelStream().forEach(Lease::close);
        for (int i = 100; i < 120; i++) {
            agents.evict("lease-" + i, Duration.ofSeconds(20));
        }
        await().until(() -> leases.subList(100, 120).stream().noneMatch(Lease::isHeld));
        agents.locks().deleteMany(new BsonDocument());
        await().atMost(TTL).until(() -> leases.stream().noneMatch(Lease::isHeld));
        leases.clear();

        assertThat(agent.monitor().status().leases()).isZero();
        await().atMost(TTL.multipliedBy(2))
                .untilAsserted(() -> assertThat(reachable(kept)).isZero());
    }

    /** However many there are, each thousand costs one update, and the time that the server takes for it. */
    @Test
    void leasesEndWithTheirAgentAThousandAnUpdate() throws Exception {
        List<Lease> leases = acquire(0, MANY);
        counted.forget();
        agent.close();

        assertThat(counted.commands().stream().filter("update"::equals)).hasSize(MANY / 1_000);
        assertThat(leases).noneMatch(Lease::isHeld);
        assertThat(agents.held()).isZero();
    }

    private List<Lease> acquire(int from, int to) throws Exception {
        List<CompletableFuture<Lease>> acquired = IntStream.range(from, to)
                .mapToObj(i -> agent.acquireAsync(LockRequest.of("lease-" + i)))
                .toList();
        List<Lease> leases = new ArrayList<>();
        for (CompletableFuture<Lease> each : acquired) {
            leases.add(each.get(200, TimeUnit.SECONDS));
        }
        return leases;
    }

    private static long reachable(List<WeakReference<Lease>> leases) {
        System.gc();
        return leases.stream().filter(lease -> lease.get() != null).count();
    }

    /** Those that an agent keeps; the others end when no more calls come together. */
    private static List<String> agentThreads() {
        return threads().filter(name -> !name.equals(BATCHES)).toList();
    }

    private static long batchThreads() {
        return threads().filter(BATCHES::equals).count();
    }

    private static Stream<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("lockkeeper-"))
                .sorted();
    }
}
