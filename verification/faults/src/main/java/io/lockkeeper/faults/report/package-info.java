/** What a run found, for people. */
@NullMarked
package io.lockkeeper.faults.report;

import org.jspecify.annotations.NullMarked;
