/** Where the locks that are compared are kept: servers that are started for it, killed and brought back, and cut from a client. */
@NullMarked
package io.lockkeeper.faults.store;

import org.jspecify.annotations.NullMarked;
