package io.lockkeeper.console.judge.findings;

import java.time.Instant;

/**
 * Somebody works on a finding.
 *
 * @param by who
 * @param since since when, by the server's clock
 */
public record OnIt(String by, Instant since) {}
