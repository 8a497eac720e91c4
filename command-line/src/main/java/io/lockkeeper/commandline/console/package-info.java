/** Commands that use the console's API with a personal token, under its roles and audit. */
@NullMarked
package io.lockkeeper.commandline.console;

import org.jspecify.annotations.NullMarked;
