package io.lockkeeper.agent;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a lock promises to a holder and to those whom it keeps out, whatever its kind and however it is acquired: one sentence a
 * test.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
@ParameterizedClass(name = "{0}")
@EnumSource(Way.class)
abstract class LockContract
        implements AcquiringContract,
                WaitingContract,
                ReleaseContract,
                BackgroundReleaseContract,
                LossContract,
                EvictionContract {

    @RegisterExtension
    private final LockWorld world = newWorld();

    private final Acquiring one;
    private final Acquiring other;

    LockContract(Way way) {
        one = new Acquiring(world.agent("billing"), way);
        other = new Acquiring(world.agent("mail"), way);
    }

    LockWorld newWorld() {
        return new TestAgents();
    }

    @Override
    public LockWorld world() {
        return world;
    }

    @Override
    public Acquiring one() {
        return one;
    }

    @Override
    public Acquiring other() {
        return other;
    }
}
