/** Operators' actions: evict, pause, take a waiter out, consent, and the record of it. */
@NullMarked
package io.lockkeeper.console.act;

import org.jspecify.annotations.NullMarked;
