@NullMarked
package io.lockkeeper.commandline;

import org.jspecify.annotations.NullMarked;
