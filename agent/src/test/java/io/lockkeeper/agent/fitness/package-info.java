@NullMarked
package io.lockkeeper.agent.fitness;

import org.jspecify.annotations.NullMarked;
