package io.lockkeeper.console.remember.history;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is usual for a lock, by its newest leases.
 *
 * @param leases how many ended leases this rests on
 * @param kept how many of these were kept between uses, so that it is unknown how long they were held
 * @param hold how long they were held, or null if of none is known
 * @param waiting how long they waited, or null if of none is known
 * @param ranOut how many of them expired instead of being released
 */
public record Usual(
        int leases,
        int kept,
        @Nullable Quantiles hold,
        @Nullable Quantiles waiting,
        int ranOut) {

    /** Fewer leases say nothing of what is usual. */
    public static final int ENOUGH = 20;

    public static final Usual NOTHING_KNOWN = new Usual(0, 0, null, null, 0);

    /**
     * The median, the value that 95 of 100 stay below, and the longest.
     *
     * @param count how many these figures count
     */
    public record Quantiles(long count, Duration median, Duration p95, Duration longest) {

        static @Nullable Quantiles of(Lengths all) {
            return all.count() == 0
                    ? null
                    : new Quantiles(
                            all.count(),
                            Duration.ofMillis(all.p50()),
                            Duration.ofMillis(all.p95()),
                            Duration.ofMillis(all.max()));
        }

        /** Whether they are enough for a percentile to mean something; the longest is true of any number. */
        public boolean isEnough() {
            return count >= ENOUGH;
        }
    }

    static Usual of(List<LeaseRecord> newest) {
        List<LeaseRecord> ended =
                newest.stream().filter(lease -> lease.ending() != null).toList();
        return new Usual(
                ended.size(),
                (int) ended.stream().filter(LeaseRecord::isKept).count(),
                quantiles(ended.stream().map(LeaseRecord::held).toList()),
                quantiles(newest.stream().map(LeaseRecord::waited).toList()),
                (int) ended.stream()
                        .filter(lease ->
                                lease.ending() != null && lease.ending().ranOut())
                        .count());
    }

    /** The usual lengths with leases that were only counted: of a lock that changes often, recorded ones are the slow ones. */
    static Usual of(List<LeaseRecord> newest, List<Digest> digests) {
        Usual told = of(newest);
        if (digests.isEmpty()) {
            return told;
        }
        LengthTally held = LengthTally.empty();
        LengthTally waited = LengthTally.empty();
        newest.stream()
                .filter(lease -> lease.ending() != null && !lease.isKept())
                .forEach(lease -> add(held, lease.heldMillis()));
        newest.forEach(lease -> add(waited, lease.waitedMillis()));
        digests.forEach(digest -> {
            held.add(digest.held());
            waited.add(digest.waited());
        });
        long counted = digests.stream().mapToLong(Digest::leases).sum();
        int leases = (int) Math.min(Integer.MAX_VALUE, told.leases + counted);
        return new Usual(leases, told.kept, Quantiles.of(held.lengths()), Quantiles.of(waited.lengths()), told.ranOut);
    }

    private static void add(LengthTally tally, @Nullable Long millis) {
        if (millis != null) {
            tally.add(millis);
        }
    }

    private static @Nullable Quantiles quantiles(List<Optional<Duration>> some) {
        List<Duration> sorted = some.stream().flatMap(Optional::stream).sorted().toList();
        return sorted.isEmpty() ? null : new Quantiles(sorted.size(), at(sorted, 50), at(sorted, 95), sorted.getLast());
    }

    private static Duration at(List<Duration> sorted, int percent) {
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }

    /** The usual length of a hold, if there are enough leases. */
    public Optional<Quantiles> usualHold() {
        return Optional.ofNullable(hold).filter(Quantiles::isEnough);
    }

    /** The usual length of a wait, if there are enough leases. */
    public Optional<Quantiles> usualWait() {
        return Optional.ofNullable(waiting).filter(Quantiles::isEnough);
    }
}
