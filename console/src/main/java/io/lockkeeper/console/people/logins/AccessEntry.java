package io.lockkeeper.console.people.logins;

import java.time.Instant;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A login, or a change of a user or of alerts.
 *
 * @param at when, by the server's clock; the entry is kept for a year
 * @param user whom or what it concerns; for a login, the name that was typed
 * @param by who did it
 * @param ip where the request came from; empty for the console itself
 * @param what what happened, in words
 * @param failed whether somebody was refused
 */
@Document("access")
@CompoundIndex(name = "lockkeeper_access_newest", def = "{ at: -1, _id: -1 }")
public record AccessEntry(
        @Id @Nullable ObjectId id,

        @Indexed(name = "lockkeeper_access_expiry", expireAfter = "365d")
        Instant at,

        String user,
        String by,
        String ip,
        String what,
        boolean failed) {}
