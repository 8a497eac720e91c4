/** What threads share within an agent, under jcstress. In the agent's package, because it is hidden from others. */
@NullMarked
package io.lockkeeper.agent;

import org.jspecify.annotations.NullMarked;
