package io.lockkeeper.console.audit;

import java.util.Optional;

/**
 * What came of an entry that its records tell to the end: an eviction in a source, a pause, the end of one. How an
 * eviction of Lockkeeper's own went on is followed instead.
 *
 * @param brief in a word or three
 * @param css the name under which style sheets know it
 * @param meaning what that means, in a sentence or two
 */
public record RecordedOutcome(String brief, String css, String meaning) {

    /** Empty for an eviction that is followed, and for what waits for a second person's consent or got none. */
    public static Optional<RecordedOutcome> of(AuditEntry entry) {
        if (!entry.isToBeDone()) {
            return Optional.empty();
        }
        if (!entry.action().isEviction()) {
            return Optional.of(
                    new RecordedOutcome(PauseWords.brief(entry), PauseWords.css(entry), PauseWords.meaning(entry)));
        }
        return entry.place().isFirst()
                ? Optional.empty()
                : Optional.of(new RecordedOutcome(
                        ReleaseWords.brief(entry), ReleaseWords.css(entry), ReleaseWords.meaning(entry)));
    }
}
