/** The command {@code lockkeeper}, and what its subcommands share. */
@NullMarked
package io.lockkeeper.commandline;

import org.jspecify.annotations.NullMarked;
