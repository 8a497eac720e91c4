/** Evicts and pauses: through the console, or directly on the database, on record. */
@NullMarked
package io.lockkeeper.commandline.eviction;

import org.jspecify.annotations.NullMarked;
