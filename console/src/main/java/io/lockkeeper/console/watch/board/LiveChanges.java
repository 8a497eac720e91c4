package io.lockkeeper.console.watch.board;

import java.util.List;
import java.util.Set;

/**
 * What changed among the live locks.
 *
 * @param whole whether all locks have to be taken anew
 * @param names the names of changed locks, including some that are no longer live; empty if {@code whole}
 * @param live the changed locks that are live
 */
record LiveChanges(boolean whole, Set<String> names, List<LockView> live) {}
