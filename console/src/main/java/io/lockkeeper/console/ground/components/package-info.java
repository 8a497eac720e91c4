/** The parts that pages are made of: tables, toasts, dialogs, times in the viewer's zone. */
@NullMarked
package io.lockkeeper.console.ground.components;

import org.jspecify.annotations.NullMarked;
