package io.lockkeeper.model;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;

/**
 * How far apart the clocks of the servers are that may decide about expiry, by their answers to {@code hello}.
 * Each answer gives a server's time at some instant between question and answer; two servers differ for certain by what
 * those uncertainties leave. Thread-safe.
 */
public final class MemberClocks {

    private static final long FORGOTTEN_AFTER_NANOS = Duration.ofMinutes(10).toNanos();

    private final Map<String, Sample> samples = new ConcurrentHashMap<>();

    /**
     * Two clocks that differ.
     *
     * @param ahead the server whose clock is ahead
     * @param behind the other one
     * @param least the least difference that is certain
     */
    public record Difference(String ahead, String behind, Duration least) {

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "the clock of %s is at least %d ms ahead of that of %s",
                    ahead,
                    least.toMillis(),
                    behind);
        }
    }

    /**
     * One server's clock, as far as it is known.
     *
     * @param ahead of the clock that is furthest behind, as a best guess
     * @param uncertainty by how much the guess may be wrong, either way
     */
    public record Offset(String server, Duration ahead, Duration uncertainty) {}

    /**
     * Takes a server's answer to {@code hello}.
     *
     * @param sentAt when it was asked, in nanoseconds of the caller's monotonic clock
     * @param answeredAt when the answer had come, on the same clock
     */
    public void heard(BsonDocument hello, long sentAt, long answeredAt) {
        long time = Duration.ofMillis(hello.getDateTime("localTime").getValue()).toNanos();
        long halfway = (answeredAt - sentAt) / 2;
        String server = hello.isString("me") ? hello.getString("me").getValue() : process(hello);
        samples.put(server, new Sample(server, time - sentAt - halfway, halfway, answeredAt));
        samples.values().removeIf(sample -> answeredAt - sample.at > FORGOTTEN_AFTER_NANOS);
    }

    /** The two clocks that differ most, if that is by more than the allowance for certain. */
    public Optional<Difference> beyond(Duration allowance) {
        return samples.values().stream()
                .flatMap(one -> samples.values().stream().map(other -> one.aheadOf(other)))
                .max(Comparator.comparing(Difference::least))
                .filter(difference -> difference.least().compareTo(allowance) > 0);
    }

    /** Each server that has answered in the last ten minutes, by name. */
    public List<Offset> offsets() {
        List<Sample> heard = List.copyOf(samples.values());
        long behind = heard.stream().mapToLong(Sample::offset).min().orElse(0);
        return heard.stream()
                .map(each -> new Offset(
                        each.server, Duration.ofNanos(each.offset - behind), Duration.ofNanos(each.uncertainty)))
                .sorted(Comparator.comparing(Offset::server))
                .toList();
    }

    /** A mongos does not name itself; its process is known by an id of its own. */
    private static String process(BsonDocument hello) {
        return "mongos "
                + hello.getDocument("topologyVersion", new BsonDocument())
                        .getObjectId("processId", new BsonObjectId(new ObjectId(0, 0)))
                        .getValue();
    }

    private record Sample(String server, long offset, long uncertainty, long at) {

        Difference aheadOf(Sample other) {
            long least = offset - other.offset - uncertainty - other.uncertainty;
            return new Difference(server, other.server, Duration.ofNanos(least));
        }
    }
}
