package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.findings.Finding;
import java.util.List;

/**
 * What is to be done now.
 *
 * @param announced the new findings to report, by rule and target
 * @param taken reported findings that somebody works on now, as they are to be reported, in the same way
 * @param ended the reported findings that are resolved, in the same way
 * @param dropped episodes to end silently, because their rule no longer reports them to their target
 */
record Plan(List<Announced> announced, List<Taken> taken, List<Ended> ended, List<Episode> dropped) {

    record Announced(Route route, List<Finding> findings) {}

    record Taken(Route route, List<Episode> episodes) {}

    record Ended(Route route, List<Episode> episodes) {}
}
