@NullMarked
package io.lockkeeper.agent.keeping;

import org.jspecify.annotations.NullMarked;
