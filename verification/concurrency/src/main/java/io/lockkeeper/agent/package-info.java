/** What threads share within an agent, under jcstress. In the agent's package, for it is nobody's business outside. */
@NullMarked
package io.lockkeeper.agent;

import org.jspecify.annotations.NullMarked;
