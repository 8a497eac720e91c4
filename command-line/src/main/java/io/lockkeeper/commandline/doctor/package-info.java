/** Checks of all that can keep this machine from its locks. */
@NullMarked
package io.lockkeeper.commandline.doctor;

import org.jspecify.annotations.NullMarked;
