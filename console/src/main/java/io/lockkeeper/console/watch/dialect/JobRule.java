package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;

/**
 * Where a library's documents show the job behind a lock.
 *
 * @param beside in which collection; empty for that of the locks
 * @param name the name of the lock of a job, by the fields of the job's document
 * @param lastRun when the job began to run last
 * @param nextRun when it is to run next
 * @param finished when a run ended last
 * @param failure what shows that a run failed
 * @param waiting what shows that it waits for its next run
 * @param off what shows that it is switched off; empty if nothing does
 * @param history where the states of its runs stand, if in one text
 * @param atMost what the library calls the time after which it takes a lock for free; empty if a lock has none of its own
 */
public record JobRule(
        Optional<Beside> beside,
        NameTemplate name,
        Optional<TimeField> lastRun,
        Optional<TimeField> nextRun,
        Optional<TimeField> finished,
        Failure failure,
        Map<FieldPath, FieldRule> waiting,
        Map<FieldPath, FieldRule> off,
        Optional<JobHistory> history,
        Optional<String> atMost) {

    private static final int MOST_NAME = 1_024;
    private static final Pattern UUID_TEXT = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    /**
     * What shows that a run failed.
     *
     * @param last when one did last
     * @param failing what shows that this time is one of a failure
     * @param retried what shows that the job has not ended for good, where a run that failed is only in its history
     * @param reason why the last one did
     */
    record Failure(
            Optional<TimeField> last,
            Map<FieldPath, FieldRule> failing,
            Map<FieldPath, FieldRule> retried,
            Optional<FieldPath> count,
            Optional<FieldPath> reason) {

        Optional<Instant> at(BsonDocument document) {
            return time(last, document).filter(at -> fits(failing, document));
        }

        OptionalLong count(BsonDocument document) {
            return count.flatMap(field -> field.first(document))
                    .filter(BsonValue::isNumber)
                    .map(value -> OptionalLong.of(value.asNumber().longValue()))
                    .orElseGet(OptionalLong::empty);
        }

        String reason(BsonDocument document) {
            return reason.flatMap(field -> field.first(document))
                    .filter(BsonValue::isString)
                    .map(value -> JobFacts.cut(value.asString().getValue()))
                    .orElse("");
        }
    }

    /** A collection whose name ends in one word where that of the locks' ends in another. */
    record Beside(String locks, String jobs) {}

    /** The name of the collection that has the jobs; empty if that of the locks is not named as the library names it. */
    public Optional<String> collection(String locks) {
        return beside.isEmpty()
                ? Optional.of(locks)
                : beside.filter(it -> locks.endsWith(it.locks()))
                        .map(it ->
                                locks.substring(0, locks.length() - it.locks().length()) + it.jobs());
    }

    /** Whether jobs are stored in another collection than locks. */
    public boolean isBeside() {
        return beside.isPresent();
    }

    /** Whether there is more to read of a job than when its lock was acquired. */
    public boolean tellsMoreThanLocks() {
        return isBeside() || tellsNextRun() || tellsFailures() || history.isPresent();
    }

    public boolean tellsLastRun() {
        return lastRun.isPresent() || history.isPresent();
    }

    public boolean tellsNextRun() {
        return nextRun.isPresent();
    }

    public boolean tellsFailures() {
        return failure.last().isPresent();
    }

    public JobFacts read(BsonDocument document) {
        JobFacts told = fields(document);
        return history.map(it -> it.read(told, document)).orElse(told);
    }

    private JobFacts fields(BsonDocument document) {
        return new JobFacts(
                name.fill(field -> new FieldPath(field)
                        .first(document)
                        .map(NameTemplate::text)
                        .orElse("?")),
                time(lastRun, document),
                time(nextRun, document),
                time(finished, document),
                failure.at(document),
                failure.count(document),
                failure.reason(document),
                fits(waiting, document),
                !off.isEmpty() && fits(off, document),
                "");
    }

    private static Optional<Instant> time(Optional<TimeField> field, BsonDocument document) {
        return field.flatMap(it -> it.read(document));
    }

    /** A field that is not there counts as null. */
    private static boolean fits(Map<FieldPath, FieldRule> rules, BsonDocument document) {
        return rules.entrySet().stream()
                .allMatch(rule ->
                        rule.getValue().fits(rule.getKey().first(document).orElse(BsonNull.VALUE)));
    }

    /** The query for the jobs that were to run before that, and perhaps for a few more; empty if documents do not show it. */
    public Optional<Bson> overdue(Instant before) {
        return nextRun.map(field -> {
            List<Bson> all = new ArrayList<>();
            all.add(Filters.lt(field.path().text(), field.form().write(before)));
            filters(waiting).forEach(all::add);
            if (!off.isEmpty()) {
                all.add(Filters.nor(Filters.and(filters(off).toList())));
            }
            return Filters.and(all);
        });
    }

    /**
     * The query for the jobs of which a run failed last, and perhaps for a few more; empty if documents do not show it. Where documents
     * name the next run, one that has none counts only if it failed since then: what ran once may stay there for ever. So does one whose
     * state shows that it failed: its library runs it no more. One that runs again after a failure is known by its history.
     */
    public Optional<Bson> lastFailed(Instant since) {
        return failure.last().map(field -> {
            Bson later = Filters.gt(field.path().text(), field.form().write(since));
            if (!failure.failing().isEmpty()) {
                Bson told = Filters.and(filters(failure.failing()).toList());
                Optional<Bson> again = history.filter(it -> !failure.retried().isEmpty())
                        .map(it -> Filters.and(Stream.concat(filters(failure.retried()), Stream.of(it.hasFailed()))
                                .toList()));
                return Filters.and(later, again.map(it -> Filters.or(told, it)).orElse(told));
            }
            Bson ever = Filters.ne(field.path().text(), null);
            Bson any = nextRun.map(next ->
                            Filters.or(Filters.and(ever, Filters.ne(next.path().text(), null)), later))
                    .orElse(ever);
            return finished.filter(end -> end.form() == field.form())
                    .map(end -> Filters.and(any, Filters.expr(not(after(end, field)))))
                    .orElse(any);
        });
    }

    /** The order in which those are read: the longest overdue first. */
    public Bson byNextRun() {
        return nextRun.map(field -> Sorts.ascending(field.path().text())).orElseGet(() -> Sorts.ascending("_id"));
    }

    private static BsonDocument after(TimeField one, TimeField other) {
        return Projected.of("$gt", Projected.field(one.path()), Projected.field(other.path()));
    }

    private static BsonDocument not(BsonDocument condition) {
        return Projected.of("$not", condition);
    }

    private static Stream<Bson> filters(Map<FieldPath, FieldRule> rules) {
        return rules.entrySet().stream()
                .flatMap(rule -> rule.getValue().filter(rule.getKey().text()).stream());
    }

    /** The query for the job of a lock, and perhaps for one of a similar name; empty if no job has a lock of that name. */
    public Optional<Bson> named(String lock) {
        List<Bson> all = lock.length() > MOST_NAME
                ? List.of()
                : name.readings(lock).stream().map(JobRule::equal).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(Filters.or(all));
    }

    private static Bson equal(Map<FieldPath, String> values) {
        return Filters.and(values.entrySet().stream()
                .map(value -> Filters.in(value.getKey().text(), values(value.getValue())))
                .toList());
    }

    private static List<Object> values(String text) {
        if (ObjectId.isValid(text)) {
            return List.of(text, new ObjectId(text));
        }
        return UUID_TEXT.matcher(text).matches() ? List.of(text, new BsonBinary(UUID.fromString(text))) : List.of(text);
    }

    /** A projection: all that is read of a document, none of it longer than it is shown. */
    public Bson shown() {
        Stream<FieldPath> times = Stream.of(lastRun, nextRun, finished, failure.last())
                .flatMap(Optional::stream)
                .map(TimeField::path);
        Stream<FieldPath> others = Stream.of(failure.count(), failure.reason()).flatMap(Optional::stream);
        Stream<FieldPath> told = Stream.of(waiting, off, failure.failing()).flatMap(rules -> rules.keySet().stream());
        BsonDocument all = new BsonDocument();
        Stream.of(name.fields().stream(), times, others, told)
                .flatMap(each -> each)
                .distinct()
                .forEach(field -> all.append(field.text(), Projected.bounded(field, MOST_NAME + 1)));
        history.map(JobHistory::field)
                .ifPresent(field -> all.append(field.text(), Projected.bounded(field, JobHistory.MOST_TEXT + 1)));
        return all;
    }
}
