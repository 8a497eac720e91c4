/** Work that goes on for as long as the console runs, and the server's clock. */
@NullMarked
package io.lockkeeper.console.ground.loops;

import org.jspecify.annotations.NullMarked;
