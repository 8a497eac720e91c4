package io.lockkeeper.agent;

import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * What threads may do to one lease at the same moment: the holder releases it, the lane renews it, the timer ends it, an operator
 * or the end of the agent takes it away. Two of them at a time, as the hardware and the compilers order them.
 */
public final class LeaseStateStress {

    private static final long DEADLINE = 100;
    private static final LeaseLoss EXPIRED = new LeaseLoss.Expired();
    private static final LeaseLoss CLOSED = new LeaseLoss.AgentClosed();

    private LeaseStateStress() {}

    private static LeaseState held() {
        return new LeaseState(() -> 0, DEADLINE);
    }

    /** Released or lost, never both: the one that came first is what the lease says of itself. */
    @JCStressTest
    @Outcome(id = "true, false, true", expect = Expect.ACCEPTABLE, desc = "the release began first")
    @Outcome(id = "false, true, true", expect = Expect.ACCEPTABLE, desc = "the loss came first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or another one than it says")
    @State
    public static class ReleaseAgainstLoss {
        private final LeaseState lease = held();

        @Actor
        public void release(ZZZ_Result result) {
            result.r1 = lease.startRelease();
        }

        @Actor
        public void lose(ZZZ_Result result) {
            result.r2 = lease.lose(EXPIRED);
        }

        @Arbiter
        public void look(ZZZ_Result result) {
            result.r3 = result.r1
                    ? lease.phase() instanceof LeaseState.Phase.Releasing
                    : lease.loss().isPresent();
        }
    }

    /** Lost once, and for the cause that was reported. */
    @JCStressTest
    @Outcome(id = "true, false, true", expect = Expect.ACCEPTABLE, desc = "expired")
    @Outcome(id = "false, true, true", expect = Expect.ACCEPTABLE, desc = "its agent was closed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "told twice, never, or for another cause")
    @State
    public static class LossAgainstLoss {
        private final LeaseState lease = held();

        @Actor
        public void expire(ZZZ_Result result) {
            result.r1 = lease.lose(EXPIRED);
        }

        @Actor
        public void close(ZZZ_Result result) {
            result.r2 = lease.lose(CLOSED);
        }

        @Arbiter
        public void look(ZZZ_Result result) {
            result.r3 = lease.loss().equals(Optional.of(result.r1 ? EXPIRED : CLOSED));
        }
    }

    /** No renewal brings back what was lost. */
    @JCStressTest
    @Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "renewed, then lost")
    @Outcome(id = "false, true, false", expect = Expect.ACCEPTABLE, desc = "lost, then not renewed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "held after its loss")
    @State
    public static class RenewalAgainstLoss {
        private final LeaseState lease = held();

        @Actor
        public void renew(ZZZ_Result result) {
            result.r1 = lease.extend(2 * DEADLINE);
        }

        @Actor
        public void lose(ZZZ_Result result) {
            result.r2 = lease.lose(CLOSED);
        }

        @Arbiter
        public void look(ZZZ_Result result) {
            result.r3 = lease.isHeld();
        }
    }

    /** No renewal brings back what is being released. */
    @JCStressTest
    @Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "renewed, then released")
    @Outcome(id = "false, true, false", expect = Expect.ACCEPTABLE, desc = "released, then not renewed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "held after its release, or not released")
    @State
    public static class RenewalAgainstRelease {
        private final LeaseState lease = held();

        @Actor
        public void renew(ZZZ_Result result) {
            result.r1 = lease.extend(2 * DEADLINE);
        }

        @Actor
        public void release(ZZZ_Result result) {
            result.r2 = lease.startRelease();
        }

        @Arbiter
        public void look(ZZZ_Result result) {
            result.r3 = lease.isHeld();
        }
    }

    /** A release that has begun ends as a release, even if the timer reports a loss meanwhile. */
    @JCStressTest
    @Outcome(id = "false, false, true", expect = Expect.ACCEPTABLE, desc = "released")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost while it was released")
    @State
    public static class EndOfReleaseAgainstLoss {
        private final LeaseState lease = held();

        public EndOfReleaseAgainstLoss() {
            lease.startRelease();
        }

        @Actor
        public void endRelease() {
            lease.endRelease(new LeaseState.Phase.Released(true));
        }

        @Actor
        public void lose(ZZZ_Result result) {
            result.r2 = lease.lose(EXPIRED);
        }

        @Arbiter
        public void look(ZZZ_Result result) {
            result.r3 = lease.phase().equals(new LeaseState.Phase.Released(true));
        }
    }
}
