package io.lockkeeper.agent.keeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.keeping.Keeper.Recalled;
import io.lockkeeper.agent.keeping.Keeper.Rest;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who uses a kept lease, and when nobody does any more. */
class KeeperTest {

    private static final LeaseKeeping.Recallable LEASE = new LeaseKeeping.Recallable() {
        @Override
        public void recall() {}

        @Override
        public void free() {}
    };

    private final Keeper<LeaseKeeping.Recallable> keeper = keeper(true, false);

    private static Keeper<LeaseKeeping.Recallable> keeper(boolean stays, boolean handedOn) {
        return new Keeper<>(new LockName("report"), "a.1", 3, stays, handedOn, LEASE);
    }

    @Test
    void oneThatDoesNotStayEndsWhereNoUseFollowsAtOnce() {
        Keeper<LeaseKeeping.Recallable> handed = keeper(false, true);
        assertThat(handed.follow(0)).isEqualTo(1);
        assertThat(handed.rest(1, 1)).isEqualTo(Rest.ENDS);
        assertThat(handed.use()).isEqualTo(-1);
    }

    @Test
    void usesFollowOneAnotherAsLongAsThereAreTokens() {
        assertThat(keeper.use()).as("during the first use").isEqualTo(-1);
        assertThat(keeper.rest(0, 1)).isEqualTo(Rest.KEPT);
        assertThat(keeper.use()).isEqualTo(1);
        assertThat(keeper.rest(0, 2)).isEqualTo(Rest.BEFORE);
        assertThat(keeper.rest(1, 2)).isEqualTo(Rest.KEPT);
        assertThat(keeper.use()).isEqualTo(2);
        assertThat(keeper.rest(2, 3)).as("without a token for another").isEqualTo(Rest.ENDS);
    }

    @Test
    void onceAUseEndsTheLeaseNoOtherFollowsWhoeverEndsTheUseAgain() {
        Keeper<LeaseKeeping.Recallable> handed = keeper(false, true);
        assertThat(handed.rest(0, 1)).isEqualTo(Rest.ENDS);
        assertThat(handed.follow(0)).isEqualTo(-1);
        assertThat(handed.isHandedOn()).isFalse();
        assertThat(handed.rest(0, 2)).isEqualTo(Rest.ENDS);
    }

    @Test
    void whatEndsTheLeaseInOneUseEndsNoOther() {
        Keeper<LeaseKeeping.Recallable> handed = keeper(true, true);
        assertThat(handed.follow(0)).isEqualTo(1);
        assertThat(handed.letNobodyFollow(0)).isFalse();
        assertThat(handed.letNobodyFollow(1)).isTrue();
        assertThat(handed.follow(1)).isEqualTo(-1);
    }

    @Test
    void aLeaseThatHasEndedBeforeItIsKeptIsForgotten() {
        Timer timer = new Timer() {
            @Override
            public AgentTime.Alarm after(Duration delay, Runnable action) {
                return () -> {};
            }

            @Override
            public void stop(Duration within) {}
        };
        LeaseKeeping<LeaseKeeping.Recallable> keeping = new LeaseKeeping<>(() -> 0, timer, 10);
        assertThat(keeper.end()).isZero();

        keeping.keep(keeper, Duration.ofMinutes(1), 0, true);

        assertThat(keeping.count()).isZero();
        assertThat(keeping.find(keeper.lock())).isNull();
    }

    @Test
    void aRecallEndsItWithTheUseOfTheMoment() {
        assertThat(keeper.recall()).isEqualTo(Recalled.IN_USE);
        assertThat(keeper.recall()).isEqualTo(Recalled.BEFORE);
        assertThat(keeper.isUse(0)).isTrue();
        assertThat(keeper.rest(0, 1)).isEqualTo(Rest.ENDS);
        assertThat(keeper.end()).isZero();
        assertThat(keeper.isInUse()).isFalse();
    }

    @Test
    void aRecallOfOneThatNobodyUsesEndsIt() {
        keeper.rest(0, 1);
        assertThat(keeper.recall()).isEqualTo(Recalled.IDLE);
        assertThat(keeper.use()).isEqualTo(-1);
        assertThat(keeper.end()).isEqualTo(-1);
    }

    @Test
    void oneThatIsInUseIsNotFreed() {
        assertThat(keeper.isFreed()).isFalse();
        keeper.rest(0, 1);
        assertThat(keeper.isFreed()).isTrue();
        assertThat(keeper.use()).isEqualTo(-1);
    }

    @Test
    void aUseWhoseLeaseWasLostCannotRest() {
        assertThat(keeper.end()).isZero();
        assertThat(keeper.rest(0, 1)).isEqualTo(Rest.ENDS);
        assertThat(keeper.isUse(0)).as("it ended with it").isTrue();
    }
}
