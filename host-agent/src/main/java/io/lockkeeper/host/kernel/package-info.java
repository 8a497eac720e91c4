/** What the operating system says: the time since the boot, which process connected and whether it has ended, which channel is ready. */
@NullMarked
package io.lockkeeper.host.kernel;

import org.jspecify.annotations.NullMarked;
