package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Leases that stay with the host agent between the uses of its sessions. */
@Execution(ExecutionMode.CONCURRENT)
class KeptSessionsIT {

    private static final String LOCK = "tenant:4711";
    private static final long KEEP = 60_000;
    private static final long TTL = 5_000;
    private static final Duration LONG = Duration.ofSeconds(30);

    private TestHost host;
    private TestPeer billing;
    private TestPeer reports;

    @BeforeEach
    void open() throws Exception {
        host = new TestHost();
        billing = TestPeer.of(host.socket(), "billing");
        reports = TestPeer.of(host.socket(), "reports");
        await().atMost(LONG).until(this::isKept); // once its change stream is open
    }

    @AfterEach
    void close() throws Exception {
        billing.close();
        reports.close();
        host.close();
    }

    @Test
    void itIsGrantedInMemoryToTheNextSessionWithTheNextToken() throws Exception {
        String before = holder();
        long first = use(billing);
        assertThat(use(reports)).isEqualTo(first + 1);
        assertThat(holder()).isEqualTo(before);
        host.other()
                .acquire(LockRequest.of(LOCK).withLongestWait(Duration.ofSeconds(20)))
                .close();
    }

    @Test
    void aUseThatFellSilentIsNotGrantedOnBeforeItsBeliefEnds() throws Exception {
        long before = System.nanoTime();
        Map<String, Object> granted = TestPeer.object(billing.ask(kept()), "granted");
        long until = before
                + Duration.ofMillis((Long) Objects.requireNonNull(granted.get("leftMs")))
                        .toNanos();
        billing.close();
        reports.ask(kept());
        assertThat(System.nanoTime()).isGreaterThan(until);
    }

    @Test
    void aUseOfAProcessThatIsKilledEndsAtOnce() throws Exception {
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: no process was killed.");
        try (ScriptProcess holder = ScriptProcess.start("holder.py", host.socket(), LOCK, 2 * TTL, KEEP)) {
            holder.await("holds ");
            long next = reports.send(kept().with("ttlMs", 2 * TTL));
            reports.queued(next);
            long before = System.nanoTime();
            holder.kill();
            assertThat(reports.answer(next)).containsKey("granted");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(TTL));
        }
    }

    private boolean isKept() throws Exception {
        use(billing);
        return !holder().isEmpty();
    }

    private static JsonLine kept() {
        return JsonLine.of("acquire", LOCK).with("ttlMs", TTL).with("keepMs", KEEP);
    }

    /** The token of a lease that was acquired and released. */
    private static long use(TestPeer peer) throws Exception {
        Map<String, Object> granted = TestPeer.object(peer.ask(kept()), "granted");
        assertThat(peer.release((String) Objects.requireNonNull(granted.get("lease"))))
                .isTrue();
        return (Long) Objects.requireNonNull(granted.get("token"));
    }

    /** The stored one: no use of a kept lease changes who that is. */
    private String holder() {
        BsonDocument stored = host.database()
                .getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .find(Filters.eq("_id", LOCK))
                .first();
        return Objects.requireNonNull(stored).getArray("holders").stream()
                .map(each -> each.asDocument().getString("acquirer").getValue())
                .findFirst()
                .orElse("");
    }
}
