/** One history: what callers, operators and accidents do, what chance decided, and the rules that all of it must obey. */
@NullMarked
package io.lockkeeper.simulation.history;

import org.jspecify.annotations.NullMarked;
