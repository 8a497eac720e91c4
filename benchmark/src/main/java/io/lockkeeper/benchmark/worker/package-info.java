/** The processes that do the work that is measured, and what they are told. */
@NullMarked
package io.lockkeeper.benchmark.worker;

import org.jspecify.annotations.NullMarked;
