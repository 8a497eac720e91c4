@NullMarked
package io.lockkeeper.commandline.doctor;

import org.jspecify.annotations.NullMarked;
