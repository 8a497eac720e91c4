@NullMarked
package io.lockkeeper.peers;

import org.jspecify.annotations.NullMarked;
