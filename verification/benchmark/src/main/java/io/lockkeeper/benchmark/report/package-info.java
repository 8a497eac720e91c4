/** Figures of many rounds, and what is shown of them. */
@NullMarked
package io.lockkeeper.benchmark.report;

import org.jspecify.annotations.NullMarked;
