/** The replica set that breaks, and the network in which it stands. */
@NullMarked
package io.lockkeeper.faults.cluster;

import org.jspecify.annotations.NullMarked;
