/**
 * Alerts: rules on findings, targets that are told of them, and the outbox in between. Of several consoles on one database the
 * one that records sends.
 */
@NullMarked
package io.lockkeeper.console.alerts;

import org.jspecify.annotations.NullMarked;
