/** Forced release of other libraries' locks, by the grade of their dialect, and what their old holders write afterwards. */
@NullMarked
package io.lockkeeper.console.release;

import org.jspecify.annotations.NullMarked;
