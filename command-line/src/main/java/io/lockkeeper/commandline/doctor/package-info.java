/** Checks what stands between this machine and its locks. */
@NullMarked
package io.lockkeeper.commandline.doctor;

import org.jspecify.annotations.NullMarked;
