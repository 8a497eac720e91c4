package io.lockkeeper.agent.moving;

import io.lockkeeper.agent.HeldBy;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads the holder of an old lock from its document. */
final class OldHolder {

    private static final int SHOWN = 40;

    private OldHolder() {}

    /** The holder; {@code until} names the field with the expiry, and is empty without one. */
    static HeldBy of(OldForm form, BsonDocument document, String since, String until) {
        String holder = shown(document, form.holderField());
        Owner owner = new Owner("", form.library(), holder, holder, 0, "unknown", "");
        Instant acquired = time(document, since);
        return new HeldBy(owner, acquired, left(acquired, time(document, until)));
    }

    /** What was left when the lock was acquired: its document does not show the server's present time. */
    private static Duration left(Instant acquired, Instant until) {
        return until.isAfter(acquired) ? Duration.between(acquired, until) : Duration.ZERO;
    }

    private static String shown(BsonDocument document, String field) {
        BsonValue value = document.get(field);
        String text = value != null && value.isString() ? value.asString().getValue() : "unknown";
        String plain = text.replaceAll("\\p{Cntrl}+", " ");
        return plain.length() > SHOWN ? plain.substring(0, SHOWN) : plain;
    }

    private static Instant time(BsonDocument document, String field) {
        BsonValue value = document.get(field);
        return value != null && value.isDateTime()
                ? Instant.ofEpochMilli(value.asDateTime().getValue())
                : Instant.EPOCH;
    }
}
