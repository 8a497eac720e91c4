/** The present findings, by cause: each with its evidence, its meaning, and the next step. */
@NullMarked
package io.lockkeeper.console.judge.findings;

import org.jspecify.annotations.NullMarked;
