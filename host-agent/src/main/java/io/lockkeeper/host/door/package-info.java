/** The socket in its place, and who comes in by it. */
@NullMarked
package io.lockkeeper.host.door;

import org.jspecify.annotations.NullMarked;
