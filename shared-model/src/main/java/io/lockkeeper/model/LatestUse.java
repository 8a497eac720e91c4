package io.lockkeeper.model;

import java.time.Instant;

/**
 * The latest use of a kept lease, as its agent reported it with the last renewal: the lease's own owner and grant are of the first use.
 *
 * @param idle whether it is over, and the lease unused
 * @param since when it began, or if it is over when it ended; by the server's clock, as the agent reckons it
 * @param thread the name of its thread, cut to 128 bytes
 * @param note its note for operators, at most 512 bytes; empty for none
 * @param count how many uses there were, with this one
 * @param waiting how many of the same agent wait for it outside the document
 */
public record LatestUse(boolean idle, Instant since, String thread, String note, int count, int waiting) {

    /** Shortens the texts. */
    public LatestUse {
        thread = Texts.fitted(thread, Owner.MAX_NAME_BYTES);
        note = Texts.fitted(note, Owner.MAX_NOTE_BYTES);
    }
}
