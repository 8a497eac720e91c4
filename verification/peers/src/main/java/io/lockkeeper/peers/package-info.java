/** Lockkeeper and other locks behind one interface, each as its documents recommend it. */
@NullMarked
package io.lockkeeper.peers;

import org.jspecify.annotations.NullMarked;
