package io.lockkeeper.console.board;

import java.util.List;
import java.util.Set;

/**
 * What changed among the live locks.
 *
 * @param whole whether all are to be taken anew
 * @param names of those that changed, among them some that are live no more; empty if all are to be taken
 * @param live those of them that are live
 */
record LiveChanges(boolean whole, Set<String> names, List<LockView> live) {}
