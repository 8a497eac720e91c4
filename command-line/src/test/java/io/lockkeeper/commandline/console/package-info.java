@NullMarked
package io.lockkeeper.commandline.console;

import org.jspecify.annotations.NullMarked;
