/** Marks in a time that a page shows: evictions, outages, times without records, deploys. */
@NullMarked
package io.lockkeeper.console.face.marks;

import org.jspecify.annotations.NullMarked;
