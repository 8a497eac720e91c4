package io.lockkeeper.console.history;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A period of which nothing is recorded.
 *
 * @param from its beginning, by the server's clock; also its id, so that a gap is recorded once
 * @param until its end
 * @param why nothing was recorded, in a sentence
 * @param purgeAt when the server deletes the record
 */
@Document(Gap.COLLECTION)
public record Gap(
        @Id Instant from,
        Instant until,
        String why,

        @Indexed(name = "lockkeeper_gaps_expiry", expireAfter = "0s")
        Instant purgeAt) {

    static final String COLLECTION = "gaps";
}
