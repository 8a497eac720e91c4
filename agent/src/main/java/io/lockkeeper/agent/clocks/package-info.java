/** The comparison of the clocks of the members that can be primary. */
@NullMarked
package io.lockkeeper.agent.clocks;

import org.jspecify.annotations.NullMarked;
