/** What happened, line by line, on one clock. */
@NullMarked
package io.lockkeeper.faults.history;

import org.jspecify.annotations.NullMarked;
