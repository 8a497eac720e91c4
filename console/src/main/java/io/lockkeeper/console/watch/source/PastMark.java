package io.lockkeeper.console.watch.source;

import java.time.Instant;

/**
 * How far what happened in a collection before it was followed has been read.
 *
 * @param at what happened earlier is in the history
 * @param until where the past ends
 */
record PastMark(Instant at, Instant until) {}
