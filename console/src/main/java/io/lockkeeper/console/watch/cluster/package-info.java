/** The MongoDB clusters whose collections the console watches: its own, and those that its settings name. */
@NullMarked
package io.lockkeeper.console.watch.cluster;

import org.jspecify.annotations.NullMarked;
