package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.model.Filters;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Where a library keeps the states that a job went through: in a list of a JSON object that one field holds as a text. What comes after
 * the list is not read, and may be cut off.
 *
 * @param field that holds the text
 * @param list the name of the list in it, the oldest state first
 * @param state the name of the state in an entry
 * @param at the name of its time, in ISO form
 * @param begun the state in which it runs
 * @param ended the state after a run that succeeded
 * @param failed the state after one that did not
 * @param reason the name of the reason in an entry of that state
 */
record JobHistory(
        FieldPath field,
        String list,
        String state,
        String at,
        String begun,
        String ended,
        String failed,
        String reason) {

    /** The most characters of the text that are read: jobs keep a stack of each failure. */
    static final int MOST_TEXT = 262_144;

    private static final int MOST_DEPTH = 64;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_DEPTH)
                    .maxStringLength(MOST_TEXT)
                    .build())
            .build();

    /** The query for texts in which a run failed, and perhaps for a few more. */
    Bson hasFailed() {
        return Filters.regex(
                field.text(), "\"%s\"\\s*:\\s*\"%s\"".formatted(Pattern.quote(state), Pattern.quote(failed)));
    }

    /** Reads the history in a document; unknown where the text cannot be read. */
    JobFacts read(JobFacts known, BsonDocument document) {
        Optional<BsonValue> value = field.first(document);
        if (value.filter(BsonValue::isString).isEmpty()) {
            return known.unknown("%s is no text.".formatted(field.text()));
        }
        String text = value.get().asString().getValue();
        boolean cut = text.length() > MOST_TEXT;
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), cut ? text.substring(0, MOST_TEXT) : text)) {
            JobRuns runs = new JobRuns(this);
            return find(parser) && entries(parser, runs)
                    ? runs.over(known)
                    : known.unknown("%s has no list %s.".formatted(field.text(), list));
        } catch (JacksonException e) {
            return known.unknown(
                    cut
                            ? "%s is too long to be read.".formatted(field.text())
                            : "%s is no JSON, or nested too deeply.".formatted(field.text()));
        }
    }

    private boolean find(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean found = list.equals(parser.currentName());
            JsonToken value = parser.nextToken();
            if (found) {
                return value == JsonToken.START_ARRAY;
            }
            parser.skipChildren();
        }
        return false;
    }

    private boolean entries(JsonParser parser, JobRuns runs) {
        JsonToken token = parser.nextToken();
        while (token == JsonToken.START_OBJECT) {
            entry(parser, runs);
            token = parser.nextToken();
        }
        return token == JsonToken.END_ARRAY;
    }

    private void entry(JsonParser parser, JobRuns runs) {
        String is = "";
        String when = "";
        String why = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            String text = parser.nextToken() == JsonToken.VALUE_STRING ? parser.getString() : "";
            if (name.equals(state)) {
                is = text;
            } else if (name.equals(at)) {
                when = text;
            } else if (name.equals(reason)) {
                why = text;
            }
            parser.skipChildren();
        }
        runs.add(is, when, why);
    }

    /** The runs of a job, as its states follow each other. */
    private static final class JobRuns {

        private final JobHistory history;
        private Optional<Instant> begun = Optional.empty();
        private Optional<Instant> ended = Optional.empty();
        private Optional<Instant> failed = Optional.empty();
        private long failures;
        private String reason = "";
        private boolean timeless;

        JobRuns(JobHistory history) {
            this.history = history;
        }

        void add(String state, String at, String why) {
            boolean begins = state.equals(history.begun());
            boolean fails = state.equals(history.failed());
            if (!begins && !fails && !state.equals(history.ended())) {
                return;
            }
            Optional<Instant> time = TimeForm.ISO.read(new BsonString(at));
            timeless |= time.isEmpty();
            if (begins) {
                begun = time;
            } else {
                ended = time;
            }
            if (fails) {
                failed = time;
                failures++;
                reason = why;
            }
        }

        /** Adds the history to what else is known of the job. */
        JobFacts over(JobFacts known) {
            return timeless
                    ? known.unknown("%s has a state without a time."
                            .formatted(history.field().text()))
                    : new JobFacts(
                            known.lock(),
                            begun,
                            known.nextRun().filter(at -> known.waits()),
                            ended,
                            failed,
                            OptionalLong.of(failures),
                            JobFacts.cut(reason),
                            known.waits(),
                            known.off(),
                            "");
        }
    }
}
