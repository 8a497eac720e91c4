package io.lockkeeper.console.watch.dialect;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The change that releases or quarantines a lock of another library; only over the acquisition that the operator saw. */
sealed interface Recipe {

    /**
     * When, by whom and over what it is applied.
     *
     * @param until when a quarantine ends
     */
    record Moment(BsonDocument seen, Instant now, Instant until, String by) {}

    /** The command that applies it to the document that a filter matches. */
    ForcedRelease force(BsonDocument filter, Moment moment);

    record Delete() implements Recipe {

        @Override
        public ForcedRelease force(BsonDocument filter, Moment moment) {
            return new ForcedRelease.Delete(filter);
        }
    }

    /**
     * The document stays, with other values.
     *
     * @param pull which entries leave an array; empty where none do
     */
    record Change(Map<FieldPath, NewValue> set, List<FieldPath> unset, Optional<Pull> pull) implements Recipe {

        @Override
        public ForcedRelease force(BsonDocument filter, Moment moment) {
            return new ForcedRelease.Update(filter, update(moment.seen(), moment.now(), moment.until(), moment.by()));
        }

        /**
         * @param until when a quarantine ends
         */
        BsonDocument update(BsonDocument seen, Instant now, Instant until, String by) {
            BsonDocument values = new BsonDocument();
            set.forEach((field, value) -> values.put(field.text(), value.of(seen, now, until, by)));
            BsonDocument update = values.isEmpty() ? new BsonDocument() : new BsonDocument("$set", values);
            if (!unset.isEmpty()) {
                BsonDocument gone = new BsonDocument();
                unset.forEach(field -> gone.put(field.text(), new BsonString("")));
                update.put("$unset", gone);
            }
            pull.ifPresent(it -> it.addTo(update, seen));
            return update;
        }
    }

    /**
     * Removes the holders of a shared lock from its array: those that were seen, while later ones stay.
     *
     * @param by the field that identifies its entries
     * @param count where the library counts them
     */
    record Pull(FieldPath from, String by, FieldPath count) {

        FieldPath each() {
            return new FieldPath(from.text() + "." + by);
        }

        void addTo(BsonDocument update, BsonDocument seen) {
            List<BsonValue> sharers = each().values(seen).toList();
            if (!sharers.isEmpty()) {
                BsonDocument those = new BsonDocument(by, new BsonDocument("$in", new BsonArray(sharers)));
                update.put("$pull", new BsonDocument(from.text(), those));
                update.put("$inc", new BsonDocument(count.text(), new BsonInt32(-sharers.size())));
            }
        }
    }

    /** Matches the acquisition that the operator saw, and no other. */
    static BsonDocument filter(BsonDocument seen, List<FieldPath> identity) {
        Map<String, BsonValue> wanted = new LinkedHashMap<>();
        for (FieldPath field : identity) {
            wanted.put(field.text(), wanted(field, seen));
        }
        BsonDocument filter = new BsonDocument();
        filter.putAll(wanted);
        return filter;
    }

    /** The condition of a field; each holder of a shared lock has to be still there. */
    private static BsonValue wanted(FieldPath field, BsonDocument seen) {
        List<BsonValue> values = field.values(seen).toList();
        return switch (values.size()) {
            case 0 -> new BsonDocument("$exists", BsonBoolean.FALSE);
            case 1 -> values.getFirst();
            default -> new BsonDocument("$all", new BsonArray(values));
        };
    }

    /** A value that a recipe writes. */
    sealed interface NewValue {

        BsonValue of(BsonDocument seen, Instant now, Instant until, String by);

        record Fixed(BsonValue value) implements NewValue {

            @Override
            public BsonValue of(BsonDocument seen, Instant now, Instant until, String by) {
                return value;
            }
        }

        /** The present time. */
        record Now(TimeForm form) implements NewValue {

            @Override
            public BsonValue of(BsonDocument seen, Instant now, Instant until, String by) {
                return form.write(now);
            }
        }

        /** A time long past. */
        record Epoch(TimeForm form) implements NewValue {

            @Override
            public BsonValue of(BsonDocument seen, Instant now, Instant until, String by) {
                return form.write(Instant.EPOCH);
            }
        }

        /** The end of the quarantine. */
        record Until(TimeForm form) implements NewValue {

            @Override
            public BsonValue of(BsonDocument seen, Instant now, Instant until, String by) {
                return form.write(until);
            }
        }

        /** A text of fields, of <code>{by}</code> and of <code>{millis}</code>. */
        record Text(NameTemplate template) implements NewValue {

            @Override
            public BsonValue of(BsonDocument seen, Instant now, Instant until, String by) {
                return new BsonString(template.fill(name -> switch (name) {
                    case "by" -> by;
                    case "millis" -> Long.toString(now.toEpochMilli());
                    default ->
                        new FieldPath(name).first(seen).map(NameTemplate::text).orElse("");
                }));
            }
        }
    }
}
