/** The present: collections followed by change streams, the locks read from them, and the agents. */
@NullMarked
package io.lockkeeper.console.watch;

import org.jspecify.annotations.NullMarked;
