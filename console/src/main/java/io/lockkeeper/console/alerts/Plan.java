package io.lockkeeper.console.alerts;

import io.lockkeeper.console.findings.Finding;
import java.util.List;

/**
 * What is to be done now.
 *
 * @param announced for each rule that has something to tell, the findings that it has not told of
 * @param ended for each rule, of what it told and what is over
 * @param dropped what nobody needs to hear of: no rule tells of it any more
 */
record Plan(List<Announced> announced, List<Ended> ended, List<Episode> dropped) {

    record Announced(AlertRule rule, List<Finding> findings) {}

    record Ended(AlertRule rule, List<Episode> episodes) {}
}
