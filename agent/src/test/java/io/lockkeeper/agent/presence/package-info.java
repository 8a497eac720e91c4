@NullMarked
package io.lockkeeper.agent.presence;

import org.jspecify.annotations.NullMarked;
