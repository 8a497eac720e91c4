/** The host agent from the command line: serving it, and what it serves. */
@NullMarked
package io.lockkeeper.commandline.host;

import org.jspecify.annotations.NullMarked;
