/** Forced release: an operator ends a lease against its holder's will. */
@NullMarked
package io.lockkeeper.console.act.eviction;

import org.jspecify.annotations.NullMarked;
