package io.lockkeeper.faults.checker;

import java.util.List;

/** One promise, as a pure function of what happened. */
@FunctionalInterface
interface Rule {

    List<Violation> check(Past past);
}
