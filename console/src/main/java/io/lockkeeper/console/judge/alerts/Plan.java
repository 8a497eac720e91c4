package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.findings.Finding;
import java.util.List;

/**
 * What is to be done now.
 *
 * @param announced the new findings to report, by rule
 * @param taken reported findings that somebody works on now, as they are to be reported, by rule
 * @param ended the reported findings that are resolved, by rule
 * @param dropped episodes to end silently, because their rule no longer reports them
 */
record Plan(List<Announced> announced, List<Taken> taken, List<Ended> ended, List<Episode> dropped) {

    record Announced(AlertRule rule, List<Finding> findings) {}

    record Taken(AlertRule rule, List<Episode> episodes) {}

    record Ended(AlertRule rule, List<Episode> episodes) {}
}
