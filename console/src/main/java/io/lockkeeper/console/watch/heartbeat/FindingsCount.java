package io.lockkeeper.console.watch.heartbeat;

import io.lockkeeper.console.ground.scope.LockScope;

/** The number of findings that a user has to look at, which even the tab of a hidden page shows. */
@FunctionalInterface
public interface FindingsCount {

    int within(LockScope scope);
}
