/** The command {@code lockkeeper}: what all of its subcommands share. */
@NullMarked
package io.lockkeeper.commandline;

import org.jspecify.annotations.NullMarked;
