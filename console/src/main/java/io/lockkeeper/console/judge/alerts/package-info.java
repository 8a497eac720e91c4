/**
 * Alerts: rules on findings, targets that they are sent to, and the outbox in between. Of several consoles on one
 * database, the one that records sends.
 */
@NullMarked
package io.lockkeeper.console.judge.alerts;

import org.jspecify.annotations.NullMarked;
