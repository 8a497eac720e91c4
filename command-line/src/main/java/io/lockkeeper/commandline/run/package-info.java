/** Runs a command while a lock is held. */
@NullMarked
package io.lockkeeper.commandline.run;

import org.jspecify.annotations.NullMarked;
