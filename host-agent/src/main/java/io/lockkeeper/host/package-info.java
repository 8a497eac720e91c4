/** Locks for every process of a machine, over a Unix socket. */
@NullMarked
package io.lockkeeper.host;

import org.jspecify.annotations.NullMarked;
