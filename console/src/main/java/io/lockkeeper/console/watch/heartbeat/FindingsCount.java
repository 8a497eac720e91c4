package io.lockkeeper.console.watch.heartbeat;

import io.lockkeeper.console.ground.scope.LockScope;

/** How many findings a user has to look at. The tab of a hidden page says so, although nothing is drawn into that page. */
@FunctionalInterface
public interface FindingsCount {

    int within(LockScope scope);
}
