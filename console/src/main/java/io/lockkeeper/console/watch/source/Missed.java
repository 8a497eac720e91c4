package io.lockkeeper.console.watch.source;

import java.time.Instant;

/**
 * A time in which the changes of a collection were missed.
 *
 * @param from its beginning, by the server's clock
 * @param why, in a sentence
 */
public record Missed(Instant from, Instant until, String why) {}
