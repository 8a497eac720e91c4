package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Table;
import io.lockkeeper.commandline.console.ConsoleSource;
import io.lockkeeper.commandline.console.SourceWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** The locks of a source in use at one moment, as the console answered, for people and for programs. */
final class AnsweredLocks {

    /** Stands for entries that a lock of another library does not have. */
    static final BsonArray NO_ENTRIES = new BsonArray();

    private static final JsonWriterSettings ONE_LINE =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
    private static final int MOST = 1_000;
    private static final String NONE = "-";
    private static final String UNKNOWN = "unknown";

    private final Instant asOf;
    private final String freshness;
    private final List<BsonDocument> locks;
    private final boolean more;

    private AnsweredLocks(Instant asOf, String freshness, List<BsonDocument> locks, boolean more) {
        this.asOf = asOf;
        this.freshness = freshness;
        this.locks = locks;
        this.more = more;
    }

    static AnsweredLocks of(SourceWatch.Now.Locks now) {
        return new AnsweredLocks(
                now.asOf(),
                now.freshness(),
                now.first(),
                now.inUse() > now.first().size());
    }

    static AnsweredLocks read(ConsoleSource source, String search, int most) {
        if (most > MOST) {
            throw new FailedException(
                    ExitCode.USAGE,
                    String.format(Locale.ROOT, "--limit is %d; with --source it must be from 1 to %d.", most, MOST));
        }
        BsonDocument answer = source.list(search, most);
        List<BsonDocument> locks =
                answer.getArray("locks").stream().map(BsonValue::asDocument).toList();
        return new AnsweredLocks(
                Instant.parse(text(answer, "asOf")),
                text(answer, "freshness"),
                locks,
                answer.getNumber("total").intValue() > locks.size());
    }

    Reading reading() {
        return new Reading(
                String.format(Locale.ROOT, "%s: %d locks in use%s", freshness, locks.size(), more ? " and more" : ""),
                freshness.equals("live")
                        ? ""
                        : "This is as of %s: the console is %s.".formatted(Plain.instant(asOf), freshness),
                locks.stream().map(AnsweredLocks::entry).toList(),
                table(),
                more);
    }

    private static Reading.Entry entry(BsonDocument lock) {
        return new Reading.Entry(
                text(lock, "name"),
                "%s %s %s".formatted(text(lock, "etag"), text(lock, "state"), text(lock, "finding")),
                line(lock),
                new Json()
                        .with("name", text(lock, "name"))
                        .with("state", "free")
                        .toString());
    }

    static String line(BsonDocument answer) {
        return answer.toJson(ONE_LINE);
    }

    private List<String> table() {
        boolean jobs = locks.stream().anyMatch(lock -> job(lock).isPresent());
        Table table = new Table(cells(jobs, "JOB", "LOCK", "STATE", "HOLDER", "HELD FOR", "LEFT", "TOKEN", "FINDING"));
        locks.forEach(lock -> table.row(cells(
                jobs,
                job(lock).map(job -> JobTexts.briefly(job, asOf)).orElse(NONE),
                text(lock, "name"),
                text(lock, "state"),
                holders(lock),
                lock.isString("heldSince") ? between(text(lock, "heldSince"), asOf) : UNKNOWN,
                left(lock, asOf),
                lock.isNumber("token") ? Long.toString(lock.getNumber("token").longValue()) : NONE,
                lock.isString("finding") ? text(lock, "finding") : NONE)));
        return table.lines();
    }

    /** The cells, with the job's column only in a source whose locks have jobs. */
    private static String[] cells(boolean jobs, String job, String... others) {
        return Stream.concat(Stream.of(others), Stream.of(job).filter(it -> jobs))
                .toArray(String[]::new);
    }

    private static String left(BsonDocument lock, Instant asOf) {
        if (!lock.isString("expiresAt")) {
            return text(lock, "expiry");
        }
        Duration left = Duration.between(asOf, Instant.parse(text(lock, "expiresAt")));
        return left.isNegative() ? "none" : Plain.duration(left) + assumed(lock);
    }

    private static String assumed(BsonDocument lock) {
        return text(lock, "expiry").equals("assumed") ? " (assumed)" : "";
    }

    /** All that is known of one lock. */
    static List<String> page(BsonDocument lock, BsonDocument history) {
        List<String> lines = new ArrayList<>(List.of(
                "Lock      " + Plain.text(text(lock, "name")),
                "State     " + text(lock, "state"),
                "Held by   " + (text(lock, "state").equals("free") ? "none" : Plain.text(holders(lock))),
                "Since     " + instant(lock, "heldSince"),
                "Renewed   " + instant(lock, "renewedAt"),
                "Expires   " + expires(lock)));
        if (lock.isNumber("token")) {
            lines.add("Token     " + lock.getNumber("token").longValue());
        }
        if (lock.isNumber("waiting")) {
            lines.add("Waiting   " + lock.getNumber("waiting").intValue());
        }
        if (lock.isString("finding")) {
            lines.add("Finding   " + text(lock, "finding"));
        }
        lines.add("ETag      " + text(lock, "etag"));
        List<BsonValue> leases = lock.getArray("leases", NO_ENTRIES);
        if (leases.size() > 1) {
            leases.forEach(lease -> lines.add("Lease     " + lease(lease.asDocument())));
        }
        lock.getArray("others", NO_ENTRIES).forEach(other -> lines.add("Also      " + other(other.asDocument())));
        if (lock.isDocument("paused")) {
            lines.add("Paused    until " + instant(lock.getDocument("paused"), "until"));
        }
        lock.getArray("queue", NO_ENTRIES).forEach(waiter -> lines.add("Waiter    " + waiter(waiter.asDocument())));
        job(lock).ifPresent(job -> lines.addAll(JobTexts.lines(job)));
        history.getArray("holds").forEach(hold -> lines.add("  " + past(hold.asDocument())));
        history.getArray("gaps", NO_ENTRIES).forEach(gap -> lines.add("  " + gap(gap.asDocument())));
        return lines;
    }

    /** The line about another document of the same name. */
    private static String other(BsonDocument document) {
        return "ETag %s, %s by %s since %s"
                .formatted(
                        text(document, "etag"),
                        text(document, "state"),
                        Plain.text(holders(document)),
                        instant(document, "heldSince"));
    }

    private static String gap(BsonDocument gap) {
        return "nothing recorded from %s until %s: %s"
                .formatted(instant(gap, "from"), instant(gap, "until"), Plain.text(text(gap, "why")));
    }

    private static String waiter(BsonDocument waiter) {
        return Plain.text("%s, %s".formatted(text(waiter, "acquirer"), owner(waiter)));
    }

    private static String lease(BsonDocument lease) {
        return String.format(
                Locale.ROOT,
                "token %d%s, %s",
                lease.getNumber("token").longValue(),
                lease.isDocument("evicted") ? ", evicted" : "",
                Plain.text(owner(lease)));
    }

    private static String owner(BsonDocument of) {
        BsonDocument owner = of.getDocument("owner");
        return "%s · %s".formatted(text(owner, "service"), text(owner, "instance"));
    }

    private static String expires(BsonDocument lock) {
        return lock.isString("expiresAt")
                ? "%s (%s)".formatted(instant(lock, "expiresAt"), text(lock, "expiry"))
                : text(lock, "expiry");
    }

    private static String past(BsonDocument hold) {
        return "%s until %s, held for %s by %s"
                .formatted(
                        text(hold, "ending").toLowerCase(Locale.ROOT),
                        instant(hold, "endedAt"),
                        hold.isNumber("heldMillis")
                                ? Plain.duration(Duration.ofMillis(
                                        hold.getNumber("heldMillis").longValue()))
                                : "an unknown time",
                        hold.isString("holder") ? Plain.text(text(hold, "holder")) : "an unknown holder");
    }

    private static String holders(BsonDocument lock) {
        String holders = lock.getArray("holders").stream()
                .map(holder -> holder.asString().getValue())
                .collect(Collectors.joining(", "));
        return holders.isEmpty() ? UNKNOWN : holders;
    }

    private static String instant(BsonDocument of, String field) {
        return of.isString(field) ? Plain.instant(Instant.parse(text(of, field))) : UNKNOWN;
    }

    private static String between(String from, Instant until) {
        Duration passed = Duration.between(Instant.parse(from), until);
        return Plain.duration(passed.isNegative() ? Duration.ZERO : passed);
    }

    private static Optional<BsonDocument> job(BsonDocument lock) {
        BsonDocument known = lock.getDocument("known", new BsonDocument());
        return known.isDocument("job") ? Optional.of(known.getDocument("job")) : Optional.empty();
    }

    private static String text(BsonDocument of, String field) {
        return of.isString(field) ? of.getString(field).getValue() : "";
    }
}
