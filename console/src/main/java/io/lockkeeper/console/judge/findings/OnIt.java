package io.lockkeeper.console.judge.findings;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Somebody works on a finding.
 *
 * @param by who
 * @param since since when, by the server's clock
 */
public record OnIt(String by, Instant since) {

    /** None of them may be missing in what is stored. */
    public OnIt {
        requireNonNull(by);
        requireNonNull(since);
    }
}
