package io.lockkeeper.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.GuideCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import org.testcontainers.mongodb.MongoDBContainer;

/** What docs/guide/testing.md shows. */
class TestingGuideTest {

    private static final Path GUIDE = Path.of("../../docs/guide/testing.md");
    private static final Path HERE = Path.of("src/test/java/io/lockkeeper/testing/TestingGuideTest.java");

    @Test
    void whatTheGuideShowsIsCompiledHere() throws Exception {
        assertThat(GuideCode.standingNowhere(GUIDE, HERE)).isEmpty();
    }

    @Test
    void whatTheGuidesTableCallsStandsHere() throws Exception {
        String here = withoutSpaces(Files.readString(HERE));
        assertThat(Pattern.compile("`([^`\n]*locks\\.[^`\n]*)`")
                        .matcher(Files.readString(GUIDE))
                        .results()
                        .map(call -> withoutSpaces(call.group(1))))
                .hasSize(5)
                .allSatisfy(call -> assertThat(here).contains(call));
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s", "");
    }

    @Test
    void theContainerOfTheGuideIsAReplicaSet() {
        try (MongoDBContainer mongo = new TestMongo().mongoContainer()) {
            assertThat(mongo.getCommandParts()).contains("--replSet");
        }
    }

    @Nested
    @DisableLocks
    class InvoiceTest {
        @Test
        void anInvoiceIsSentOnce(LockAgent agent) {
            assertThat(agent.tryAcquire("invoice")).isPresent();
        }
    }

    @Nested
    class Running {
        @RegisterExtension
        final InMemoryLocks locks = new InMemoryLocks();

        private final LockAgent billing = locks.agent("billing");
        private final LockAgent mail = locks.agent("mail");

        @Test
        void twoServicesTakeTurns() throws Exception {
            Lease lease = billing.acquire("report");
            assertThat(mail.tryAcquire("report")).isEmpty();
            locks.disconnect();
            locks.clock().advance(Duration.ofMinutes(1));
            assertThat(lease.isHeld()).isFalse();
            locks.reconnect();
            await().until(() -> mail.tryAcquire("report").map(Lease::release).orElse(false));
            assertThat(locks.inUse()).isEmpty();
        }
    }

    @Nested
    class Stopped {
        @RegisterExtension
        final InMemoryLocks locks = new InMemoryLocks(TestClock.stoppedAt(Instant.parse("2030-01-01T12:00:00Z")));

        private final LockAgent billing = locks.agent("billing");

        @Test
        void aReportIsHeldForAnHourAtMost() throws InterruptedException {
            Lease lease = billing.acquire(LockRequest.of("report").withLongestHold(Duration.ofHours(1)));
            locks.clock().advance(Duration.ofMinutes(59));
            assertThat(lease.isHeld()).isTrue();
            locks.clock().advance(Duration.ofMinutes(1));
            assertThat(lease.loss()).contains(new LeaseLoss.HeldTooLong(Duration.ofHours(1)));
        }

        @Test
        void anEvictionArrives() throws InterruptedException {
            Lease lease = billing.acquire("report");
            locks.evict("report", "ann", "hangs", Duration.ofSeconds(15));
            locks.clock().advance(Duration.ofSeconds(10));
            assertThat(lease.loss().orElseThrow()).isInstanceOf(LeaseLoss.Evicted.class);
        }

        @Test
        void anEvictionAtOnceArrives() throws InterruptedException {
            Lease lease = billing.acquire("report");
            locks.evictNow("report", "ann", "died");
            locks.clock().advance(Duration.ofSeconds(10));
            assertThat(lease.isHeld()).isFalse();
        }

        @Test
        void aTakeOverArrives() throws InterruptedException {
            Lease lease = billing.acquire("report");
            locks.deleteAll();
            locks.clock().advance(Duration.ofSeconds(10));
            assertThat(lease.isHeld()).isFalse();
        }
    }

    @Nested
    @SpringJUnitConfig
    class WithSpring {
        @Test
        void theAgentIsABean(@Autowired LockAgent agent) {
            assertThat(agent.tryAcquire("report")).isPresent();
        }

        @TestConfiguration
        static class Locks {
            @Bean
            InMemoryLocks locks() {
                return new InMemoryLocks();
            }

            @Bean
            LockAgent agent(InMemoryLocks locks) {
                return locks.agent("billing");
            }
        }
    }
}

@TestConfiguration(proxyBeanMethods = false)
class TestMongo {
    @Bean
    @ServiceConnection
    MongoDBContainer mongoContainer() {
        return new MongoDBContainer("mongo:8").withReplicaSet();
    }
}
