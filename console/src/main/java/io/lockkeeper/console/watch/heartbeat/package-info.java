/** Open pages: which of them are still there, and how each is kept current. */
@NullMarked
package io.lockkeeper.console.watch.heartbeat;

import org.jspecify.annotations.NullMarked;
