package io.lockkeeper.console.watch.source;

import java.time.Instant;

/**
 * The progress of reading a collection's changes from before it was followed.
 *
 * @param at what happened earlier is in the history
 * @param until where the past ends
 */
record PastMark(Instant at, Instant until) {}
