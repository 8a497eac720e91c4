@NullMarked
package io.lockkeeper.agent.hints;

import org.jspecify.annotations.NullMarked;
