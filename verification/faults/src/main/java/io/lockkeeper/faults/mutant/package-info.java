/** Agents with one rule taken out, which the suite must catch. */
@NullMarked
package io.lockkeeper.faults.mutant;

import org.jspecify.annotations.NullMarked;
