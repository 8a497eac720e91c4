package io.lockkeeper.host;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.agent.LockRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The opposite of a death, over many processes: what is done to each proves nothing, so no lease ends while its process believes in it.
 * {@code -Dhost.lives=1000} is what the documents show.
 */
@Tag("load")
class BeliefLoadIT {

    private static final int LIVES = Integer.getInteger("host.lives", 1_000);
    private static final int TOGETHER = 50;
    private static final Duration ALLOWANCE = Duration.ofMillis(200);
    private static final Duration TTL = ALLOWANCE.multipliedBy(10);
    /** What is left of the longer ttl of a process that was killed. */
    private static final long AT_ONCE = 10_000;

    private final Map<Integer, CompletableFuture<Long>> next = new HashMap<>();
    private final List<Long> later = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"stop", "fork", "shutdown", "closeall", "halfclose", "proxy", "reused"})
    void noLeaseEndsWhileItsProcessBelieves(String deed) throws Exception {
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: no process was started.");
        assumeTrue(
                !deed.equals("reused") || Files.isWritable(Path.of("/proc/sys/kernel/ns_last_pid")),
                "The kernel gives no pid again on demand.");
        try (TestHost host = TestHost.allowing(ALLOWANCE)) {
            for (int first = 0; first < LIVES; first += TOGETHER) {
                live(host, first, deed);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "lives=%d deed=%s endedEarly=%d next grant after belief: least %d ms, most %d ms%n",
                later.size(),
                deed,
                later.stream().filter(millis -> millis < 0).count(),
                later.stream().mapToLong(Long::longValue).min().orElseThrow(),
                later.stream().mapToLong(Long::longValue).max().orElseThrow());
        assertThat(later).hasSize(LIVES).allMatch(millis -> millis >= 0);
    }

    private void live(TestHost host, int first, String deed) throws Exception {
        Path own = host.socket().resolveSibling("proxy.sock");
        Files.deleteIfExists(own);
        boolean proxied = deed.equals("proxy");
        try (ScriptProcess proxy = ScriptProcess.start("proxy.py", own, host.socket());
                ScriptProcess holders = holders(proxied ? awaited(proxy, own) : host.socket(), first, deed)) {
            for (int i = 0; i < TOGETHER; i++) {
                wait(host, Integer.parseInt(holders.await("holds ").split(" ", -1)[0]));
            }
            if (deed.equals("reused")) {
                requireFree(host, first);
            }
            holders.order("go");
            if (proxied) {
                proxy.kill();
            }
            if (deed.equals("stop")) {
                CompletableFuture.allOf(next.values().toArray(new CompletableFuture<?>[0]))
                        .get(60, TimeUnit.SECONDS);
                holders.order("wake");
            }
            for (int i = 0; i < TOGETHER; i++) {
                String[] doubts = holders.await("doubts ").split(" ", -1);
                CompletableFuture<Long> granted = requireNonNull(next.remove(Integer.valueOf(doubts[0])));
                later.add(granted.get(60, TimeUnit.SECONDS) - Long.parseLong(doubts[1]));
            }
        }
    }

    private static Path awaited(ScriptProcess proxy, Path socket) throws Exception {
        proxy.await("forwards");
        return socket;
    }

    private static ScriptProcess holders(Path socket, int first, String deed) throws Exception {
        return ScriptProcess.start("holders.py", socket, first, TOGETHER, TTL.toMillis(), deed);
    }

    /** Notes when another agent, which waits in line from now on, has the lock: by the wall clock. */
    private void wait(TestHost host, int number) {
        CompletableFuture<Long> granted = host.other()
                .acquireAsync(LockRequest.of("job" + number))
                .thenApply(lease -> {
                    long now = System.currentTimeMillis();
                    var unused = lease.releaseAsync();
                    return now;
                });
        next.put(number, granted);
    }

    /** The locks of those whose pids others have now. */
    private static void requireFree(TestHost host, int first) throws InterruptedException {
        for (int i = first; i < first + TOGETHER; i++) {
            assertThat(host.other().tryAcquire("old" + i, Duration.ofMillis(AT_ONCE)))
                    .isPresent();
        }
    }
}
