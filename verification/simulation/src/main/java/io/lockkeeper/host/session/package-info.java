/** Histories of a host agent's leases, on one thread and by a seed: in its own package, because they see what no other code may. */
@NullMarked
package io.lockkeeper.host.session;

import org.jspecify.annotations.NullMarked;
