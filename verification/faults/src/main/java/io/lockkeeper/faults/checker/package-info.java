/** The rules that a history must obey. Knows only histories: no server, no agent. */
@NullMarked
package io.lockkeeper.faults.checker;

import org.jspecify.annotations.NullMarked;
