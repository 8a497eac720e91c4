package io.lockkeeper.console.api;

import org.jspecify.annotations.Nullable;

/**
 * The body that takes a waiter out.
 *
 * @param reason why it is taken out, for its caller and for the audit
 */
record TakeOutBody(@Nullable String reason) {}
