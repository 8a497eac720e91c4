/** Locks as they are listed: searched, ordered, grouped, and each put into words. */
@NullMarked
package io.lockkeeper.console.ask.locks;

import org.jspecify.annotations.NullMarked;
