package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long after a kill the next waiter has the lock, over many kills. {@code -Dhost.kills=1000} is what the documents show. */
@Tag("load")
class DeathLoadIT {

    private static final int KILLS = Integer.getInteger("host.kills", 1_000);
    private static final int TOGETHER = 10;

    @Test
    void theNextGrantComesAtOnceAfterEachKill() throws Exception {
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: no process was killed.");
        List<Long> millis = new ArrayList<>();
        try (TestHost host = new TestHost()) {
            while (millis.size() < KILLS) {
                millis.addAll(killed(host));
            }
        }
        Collections.sort(millis);
        System.out.printf(
                Locale.ROOT,
                "kills=%d p50=%d ms p99=%d ms max=%d ms%n",
                millis.size(),
                millis.get(millis.size() / 2),
                millis.get(millis.size() * 99 / 100),
                millis.getLast());
        assertThat(millis.getLast()).isLessThan(20_000);
    }

    /** Holders that live side by side are killed one after the other. */
    private static List<Long> killed(TestHost host) throws Exception {
        List<Long> millis = new ArrayList<>();
        List<ScriptProcess> holders = new ArrayList<>();
        for (int i = 0; i < TOGETHER; i++) {
            holders.add(ScriptProcess.holder(host.socket(), "job" + i, 30_000));
        }
        for (int i = 0; i < TOGETHER; i++) {
            CompletableFuture<Lease> next = host.other().acquireAsync(LockRequest.of("job" + i));
            long before = System.nanoTime();
            holders.get(i).kill();
            try (Lease lease = next.get(60, TimeUnit.SECONDS)) {
                millis.add((System.nanoTime() - before) / 1_000_000);
                assertThat(lease.isHeld()).isTrue();
            }
        }
        return millis;
    }
}
