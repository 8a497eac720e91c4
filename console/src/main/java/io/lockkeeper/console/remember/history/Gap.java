package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.watch.board.Outage;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A period of which something is unknown: nothing of it is recorded, or a console did not see it.
 *
 * @param from its beginning, by the server's clock; also its id, so that a gap is recorded once
 * @param why it is unknown, in a sentence
 * @param purgeAt when the server deletes the record; null of a source, whose gaps are stored otherwise
 * @param outage true if MongoDB did not answer a console: what happened then may be recorded nevertheless. Null for false
 * @param source the id of the source of which something is unknown; null for the console's first collection, in whose documents it is
 *     missing
 */
@Document(Gap.COLLECTION)
public record Gap(
        @Id Instant from,
        Instant until,
        String why,

        @Indexed(name = "lockkeeper_gaps_expiry", expireAfter = "0s") @Nullable
        Instant purgeAt,

        @Nullable Boolean outage,
        @Nullable String source) {

    static final String COLLECTION = "gaps";

    static Gap unrecorded(Instant from, Instant until, String why, Instant purgeAt) {
        return new Gap(from, until, why, purgeAt, null, null);
    }

    static Gap of(Outage outage, Instant purgeAt) {
        return new Gap(
                outage.from(),
                outage.until(),
                "Agents may not have been able to renew their leases.",
                purgeAt,
                true,
                null);
    }

    static Gap of(String source, Instant from, Instant until, String why) {
        return new Gap(from, until, why, null, null, source);
    }

    public boolean isOutage() {
        return Boolean.TRUE.equals(outage);
    }

    /** The unknown part, to begin a sentence. */
    public String what() {
        return source == null ? "Nothing" : "Nothing of " + source;
    }

    /** The gap's source, to end its sentence where others may be meant; empty for the console's first collection. */
    public String ofSource() {
        return source == null ? "" : " This is about " + source + ".";
    }

    /** The class of its mark in a chart. */
    public String css() {
        return isOutage() ? "outage" : "gap";
    }

    /**
     * The sentence about what is unknown, from when to when, and why.
     *
     * @param moment how a moment is written
     */
    public String sentence(Function<Instant, String> moment) {
        String what = isOutage() ? "MongoDB did not answer a console" : "Nothing is recorded";
        return "%s from %s to %s. %s".formatted(what, moment.apply(from), moment.apply(until), why);
    }
}
