/** Commands that serve the host agent, and list what it serves. */
@NullMarked
package io.lockkeeper.commandline.host;

import org.jspecify.annotations.NullMarked;
