package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What becomes of the locks of real processes that are killed, stopped, forked and cut off. The lock of a process that ended is free at
 * once; a process that may believe that it holds one holds it.
 */
@Execution(ExecutionMode.CONCURRENT)
class DeathIT {

    private static final int TIMES = 10;
    private static final long TTL = 5_000;
    /** Much less than what is left of the ttl, and time enough for a loaded machine. */
    private static final long AT_ONCE = 2_500;

    private interface Deed {
        void to(ScriptProcess holder) throws Exception;
    }

    private final List<ScriptProcess> started = new ArrayList<>();
    private TestHost host;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: no process was killed.");
        host = new TestHost();
    }

    @AfterEach
    void close() throws Exception {
        if (host != null) {
            host.close();
        }
    }

    @Test
    void theLockOfAKilledProcessIsFreeAtOnce() throws Exception {
        assertThat(millisToTheNextGrant(ScriptProcess::kill)).allMatch(millis -> millis < AT_ONCE);
    }

    @Test
    void theLockOfAProcessThatExitsWithoutAReleaseIsFreeAtOnce() throws Exception {
        assertThat(millisToTheNextGrant(holder -> holder.order("exit"))).allMatch(millis -> millis < AT_ONCE);
    }

    /** How many milliseconds after the deed the next waiter had each lock. */
    private List<Long> millisToTheNextGrant(Deed deed) throws Exception {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            try (ScriptProcess holder = ScriptProcess.holder(host.socket(), "job" + i, 30_000)) {
                CompletableFuture<Long> next = next("job" + i);
                long before = System.currentTimeMillis();
                deed.to(holder);
                millis.add(next.get(60, TimeUnit.SECONDS) - before);
            }
        }
        return millis;
    }

    @Test
    void aStoppedProcessHoldsToTheEndOfItsBeliefAndKnowsThatWhenItWakes() throws Exception {
        holdToTheEndOfTheirBelief(holder -> holder.signal("STOP"), holder -> holder.signal("CONT"));
    }

    @Test
    void aParentThatDiesWhileItsChildHasTheSocketHoldsToTheEndOfItsBelief() throws Exception {
        List<ScriptProcess> holders = holders();
        List<CompletableFuture<Long>> next = nextOf(holders);
        List<Long> children = new ArrayList<>();
        List<Long> until = new ArrayList<>();
        for (ScriptProcess holder : holders) {
            holder.order("fork stays");
            children.add(Long.parseLong(holder.await("child ")));
            holder.order("until");
            until.add(Long.parseLong(holder.await("until ")));
            assertThat(until.getLast()).isGreaterThan(System.currentTimeMillis());
            holder.kill();
        }
        for (int i = 0; i < TIMES; i++) {
            assertThat(next.get(i).get(60, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(until.get(i));
            ScriptProcess.signal("KILL", children.get(i));
        }
    }

    @Test
    void aChildThatShutsTheSocketDownEndsNoLease() throws Exception {
        holdToTheEndOfTheirBelief(holder -> holder.order("fork shutdown"), holder -> {});
    }

    @Test
    void aChildThatExitsEndsNoLease() throws Exception {
        try (ScriptProcess holder = ScriptProcess.holder(host.socket(), "forked", TTL)) {
            CompletableFuture<Long> next = next("forked");
            for (int i = 0; i < TIMES; i++) {
                holder.order("fork exit");
                holder.await("did fork");
            }
            assertThat(next.completeOnTimeout(0L, 2 * TTL, TimeUnit.MILLISECONDS)
                            .get())
                    .isZero();
        }
    }

    @Test
    void aHalfClosedConnectionEndsNoLease() throws Exception {
        holdToTheEndOfTheirBelief(holder -> holder.order("halfclose"), holder -> {});
    }

    @Test
    void aProcessThatClosesAllItsDescriptorsKeepsItsLease() throws Exception {
        holdToTheEndOfTheirBelief(holder -> holder.order("closeall"), holder -> {});
    }

    @Test
    void aProcessWhoseFirstThreadEndedKeepsItsLease() throws Exception {
        List<ScriptProcess> holders = holders();
        List<CompletableFuture<Long>> next = nextOf(holders);
        for (ScriptProcess holder : holders) {
            holder.order("leaderends");
        }
        requireBelief(holders, next);
    }

    @Test
    void aKilledProxyEndsNoLeaseOfALivingProcess() throws Exception {
        Path own = host.socket().resolveSibling("proxy.sock");
        try (ScriptProcess proxy = ScriptProcess.start("proxy.py", own, host.socket())) {
            proxy.await("forwards");
            List<ScriptProcess> holders = holders(own);
            List<CompletableFuture<Long>> next = nextOf(holders);
            for (ScriptProcess holder : holders) {
                holder.order("believe");
                holder.await("did believe");
            }
            proxy.kill();
            requireBelief(holders, next);
        }
    }

    @Test
    void aKilledProcessBehindAProxyIsFreeAtOnce() throws Exception {
        Path own = host.socket().resolveSibling("proxy.sock");
        try (ScriptProcess proxy = ScriptProcess.start("proxy.py", own, host.socket())) {
            proxy.await("forwards");
            for (ScriptProcess holder : holders(own)) {
                CompletableFuture<Long> next = next(name(holder));
                long before = System.currentTimeMillis();
                holder.kill();
                assertThat(next.get(60, TimeUnit.SECONDS) - before).isLessThan(AT_ONCE);
            }
        }
    }

    private void holdToTheEndOfTheirBelief(Deed deed, Deed afterwards) throws Exception {
        List<ScriptProcess> holders = holders();
        List<CompletableFuture<Long>> next = nextOf(holders);
        for (ScriptProcess holder : holders) {
            holder.order("believe");
            holder.await("did believe");
            deed.to(holder);
        }
        for (CompletableFuture<Long> each : next) {
            each.get(60, TimeUnit.SECONDS);
        }
        for (ScriptProcess holder : holders) {
            afterwards.to(holder);
        }
        requireBelief(holders, next);
    }

    private static void requireBelief(List<ScriptProcess> holders, List<CompletableFuture<Long>> next)
            throws Exception {
        for (int i = 0; i < holders.size(); i++) {
            try (ScriptProcess holder = holders.get(i)) {
                assertThat(next.get(i).get(60, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(holder.believedUntil());
            }
        }
    }

    private List<ScriptProcess> holders() throws Exception {
        return holders(host.socket());
    }

    private List<ScriptProcess> holders(Path socket) throws Exception {
        for (int i = 0; i < TIMES; i++) {
            started.add(ScriptProcess.holder(socket, "job" + i, TTL));
        }
        return started;
    }

    private String name(ScriptProcess holder) {
        return "job" + started.indexOf(holder);
    }

    private List<CompletableFuture<Long>> nextOf(List<ScriptProcess> holders) throws Exception {
        List<CompletableFuture<Long>> next = new ArrayList<>();
        for (ScriptProcess holder : holders) {
            next.add(next(name(holder)));
        }
        return next;
    }

    /** When another agent, which waits in line from now on, has the lock: by the wall clock. */
    private CompletableFuture<Long> next(String lock) {
        CompletableFuture<Lease> granted =
                host.other().acquireAsync(LockRequest.of(lock).withTtl(Duration.ofSeconds(30)));
        return granted.thenApply(lease -> System.currentTimeMillis());
    }
}
