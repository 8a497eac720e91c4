package io.lockkeeper.host;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.Set;
import java.util.concurrent.Future;

/** Calls that would keep the loop's thread, and with it every session, waiting. */
final class BlockingCalls {

    private static final Set<String> OF_AGENT_AND_LEASE =
            Set.of("acquire", "tryAcquire", "attempt", "release", "close", "renew", "heldBy", "withLock", "downgrade");

    private BlockingCalls() {}

    static DescribedPredicate<JavaMethodCall> any() {
        return DescribedPredicate.describe("waits for the database or another thread", BlockingCalls::waits);
    }

    private static boolean waits(JavaMethodCall call) {
        String owner = call.getTargetOwner().getName();
        String name = call.getTarget().getName();
        boolean ofAgent = owner.equals("io.lockkeeper.agent.LockAgent") || owner.equals("io.lockkeeper.agent.Lease");
        boolean ofFuture = call.getTargetOwner().isAssignableTo(Future.class)
                && Set.of("get", "join").contains(name);
        return (ofAgent && OF_AGENT_AND_LEASE.contains(name)) || ofFuture;
    }
}
