package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.findings.Finding;
import java.util.List;

/**
 * What is to be done now.
 *
 * @param announced the new findings to report, by rule
 * @param ended the reported findings that are resolved, by rule
 * @param dropped episodes to end silently, because their rule no longer reports them
 */
record Plan(List<Announced> announced, List<Ended> ended, List<Episode> dropped) {

    record Announced(AlertRule rule, List<Finding> findings) {}

    record Ended(AlertRule rule, List<Episode> episodes) {}
}
