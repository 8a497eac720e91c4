/** The console as an application of one person's desktop: its window, its one-time login, and the connections it knows. */
@NullMarked
package io.lockkeeper.desktop;

import org.jspecify.annotations.NullMarked;
