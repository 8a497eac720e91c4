package io.lockkeeper.console.judge.findings;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * Since when a finding has stood, so that it is known after a restart, and the same on all consoles.
 *
 * @param finding the finding's id
 * @param firstSeen when a console found it first, by the server's clock
 * @param lastSeen when one saw it last; the server deletes the record after a while
 * @param onIt who works on it; null for no one
 */
@Document(Sighting.COLLECTION)
record Sighting(
        @Id String finding,
        Instant firstSeen,

        @Indexed(name = "lockkeeper_sightings_expiry", expireAfter = "1h")
        Instant lastSeen,

        @Nullable OnIt onIt) {

    static final String COLLECTION = "sightings";
}
