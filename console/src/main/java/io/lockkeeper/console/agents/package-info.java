/** The agents: which there are, and which have gone silent. */
@NullMarked
package io.lockkeeper.console.agents;

import org.jspecify.annotations.NullMarked;
