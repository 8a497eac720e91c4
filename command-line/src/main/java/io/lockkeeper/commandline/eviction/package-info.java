/** Evicts a holder directly on the database, on record. */
@NullMarked
package io.lockkeeper.commandline.eviction;

import org.jspecify.annotations.NullMarked;
