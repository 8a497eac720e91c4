package io.lockkeeper.console.act.audit;

import java.util.Optional;

/**
 * What came of an entry that its records tell to the end: a pause, the end of one, a waiter taken out. How an eviction went on is
 * followed instead.
 *
 * @param brief in a word or three
 * @param css the name under which style sheets know it
 * @param meaning what that means, in a sentence or two
 */
public record RecordedOutcome(String brief, String css, String meaning) {

    /** Empty for an eviction, and for what waits for a second person's consent or got none. */
    public static Optional<RecordedOutcome> of(AuditEntry entry) {
        return entry.isToBeDone() && !entry.action().isEviction()
                ? Optional.of(
                        new RecordedOutcome(PauseWords.brief(entry), PauseWords.css(entry), PauseWords.meaning(entry)))
                : Optional.empty();
    }
}
