/** What happened in a time: who held, who waited for whom, and what was done about it. */
@NullMarked
package io.lockkeeper.console.ask.incident;

import org.jspecify.annotations.NullMarked;
