/** The history of other libraries' locks: who held what, since when, until when, and how that ended. */
@NullMarked
package io.lockkeeper.console.remember.holds;

import org.jspecify.annotations.NullMarked;
