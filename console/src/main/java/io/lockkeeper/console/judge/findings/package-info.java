/** What is wrong now, by cause: each finding with its evidence, what it means, and the next step. */
@NullMarked
package io.lockkeeper.console.judge.findings;

import org.jspecify.annotations.NullMarked;
