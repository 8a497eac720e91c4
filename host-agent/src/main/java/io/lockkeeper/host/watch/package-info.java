/** Embedded agents whose processes are watched, and the end of what the dead have left in the locks. */
@NullMarked
package io.lockkeeper.host.watch;

import org.jspecify.annotations.NullMarked;
