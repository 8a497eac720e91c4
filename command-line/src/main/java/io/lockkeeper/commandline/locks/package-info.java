/** Shows locks and agents, once or live. */
@NullMarked
package io.lockkeeper.commandline.locks;

import org.jspecify.annotations.NullMarked;
