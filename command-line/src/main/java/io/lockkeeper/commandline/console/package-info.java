/** What the command asks the console, with a personal token: so that roles and audit hold. */
@NullMarked
package io.lockkeeper.commandline.console;

import org.jspecify.annotations.NullMarked;
