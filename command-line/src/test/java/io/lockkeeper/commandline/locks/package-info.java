/** Tests of what is shown of locks. */
@NullMarked
package io.lockkeeper.commandline.locks;

import org.jspecify.annotations.NullMarked;
