/** The pages, and the frame around them. */
@NullMarked
package io.lockkeeper.console.face;

import org.jspecify.annotations.NullMarked;
