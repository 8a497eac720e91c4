/** Judgements: findings, waits and deadlocks, alerts and metrics. */
@NullMarked
package io.lockkeeper.console.judge;

import org.jspecify.annotations.NullMarked;
