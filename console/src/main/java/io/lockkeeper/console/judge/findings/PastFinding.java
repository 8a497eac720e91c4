package io.lockkeeper.console.judge.findings;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A finding that is over, kept for a month beside those that stand.
 *
 * @param id of the finding and since when it stood, so that two consoles keep it once
 * @param evidence what showed it last
 * @param others the other locks that the evidence names
 */
@Document(Sightings.Sighting.COLLECTION)
record PastFinding(
        @Id String id,
        Kind kind,
        String source,
        @Nullable String lock,
        String evidence,
        List<String> others,
        Instant firstSeen,

        @Indexed(name = "lockkeeper_sightings_ended", expireAfter = "30d")
        Instant endedAt) {

    static PastFinding of(Finding over, Instant at) {
        return new PastFinding(
                over.id() + "@" + over.firstSeen().toEpochMilli(),
                over.kind(),
                over.source(),
                over.lock(),
                over.evidence(),
                over.others(),
                over.firstSeen(),
                at);
    }

    /** As it stood, seen last when it ended. */
    Finding finding() {
        return new Finding(id, kind, source, lock, evidence, firstSeen, endedAt, null, others, null, null);
    }
}
