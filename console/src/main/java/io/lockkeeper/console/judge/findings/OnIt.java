package io.lockkeeper.console.judge.findings;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Somebody works on a finding.
 *
 * @param since since when, by the server's clock
 */
public record OnIt(String by, Instant since) {

    /** Requires all parts, of which a stored value must have each. */
    public OnIt {
        requireNonNull(by);
        requireNonNull(since);
    }
}
