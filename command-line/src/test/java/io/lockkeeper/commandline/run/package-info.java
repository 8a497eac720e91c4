@NullMarked
package io.lockkeeper.commandline.run;

import org.jspecify.annotations.NullMarked;
