package io.lockkeeper.console.api;

import org.jspecify.annotations.Nullable;

/**
 * What is asked of a waiter.
 *
 * @param reason why it is taken out, for its caller and for the audit
 */
record TakeOutBody(@Nullable String reason) {}
