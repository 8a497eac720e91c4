/** The same moments for Lockkeeper and for other locks, and a table of the results. */
@NullMarked
package io.lockkeeper.faults.comparison;

import org.jspecify.annotations.NullMarked;
