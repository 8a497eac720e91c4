/** The agents: which there are, and which have gone silent. */
@NullMarked
package io.lockkeeper.console.watch.agents;

import org.jspecify.annotations.NullMarked;
