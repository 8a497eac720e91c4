/** The past: the history of locks and waits. */
@NullMarked
package io.lockkeeper.console.remember;

import org.jspecify.annotations.NullMarked;
