package io.lockkeeper.console.remember.holds;

import java.time.Instant;

/**
 * A time of which nothing of a source is recorded.
 *
 * @param source the source's id
 * @param from its beginning, by the server's clock
 * @param until its end
 * @param why, in a sentence
 */
public record SourceGap(String source, Instant from, Instant until, String why) {}
