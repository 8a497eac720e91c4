/** The history of every lock: each lease and each wait that ended without one, recorded from the change stream. */
@NullMarked
package io.lockkeeper.console.remember.history;

import org.jspecify.annotations.NullMarked;
