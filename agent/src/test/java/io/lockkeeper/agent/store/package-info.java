@NullMarked
package io.lockkeeper.agent.store;

import org.jspecify.annotations.NullMarked;
