/** The console's own database: what is kept there, in which version, and how older data gets there. */
@NullMarked
package io.lockkeeper.console.ground.store;

import org.jspecify.annotations.NullMarked;
