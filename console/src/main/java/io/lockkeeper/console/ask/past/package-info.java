/** What the history answers. */
@NullMarked
package io.lockkeeper.console.ask.past;

import org.jspecify.annotations.NullMarked;
