package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.ask.past.PastAnswer;
import io.lockkeeper.console.ask.past.PastReading;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseDensity;
import io.lockkeeper.console.remember.history.TimeSlices;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The answer in words. */
final class PastWords {

    private static final int GAPS_NAMED = 3;

    private PastWords() {}

    static String summary(PastAnswer answer) {
        Instant moment = answer.question().moment();
        String count = answer.count() >= PastReading.COUNTED
                ? String.format(Locale.ROOT, "%,d or more", PastReading.COUNTED)
                : String.format(Locale.ROOT, "%,d", answer.count());
        String own = answer.question().isOfAMoment()
                ? "%s held · %s, at %s"
                        .formatted(count, waiting(answer), Times.present().named(moment))
                : "%s granted%s until %s"
                        .formatted(count, counted(answer), Times.present().named(moment));
        return own + others(answer) + takenOut(answer);
    }

    /** The sentence about waits; sources without queues have none on record. */
    private static String waiting(PastAnswer answer) {
        return answer.waitingKnown() && (answer.waiters() > 0 || answer.isWhole())
                ? String.format(
                        Locale.ROOT, "%s%,d waiting", answer.moreWaiting() ? "more than " : "", answer.waiters())
                : "waiting unknown";
    }

    private static String takenOut(PastAnswer answer) {
        int found = answer.takenOut().size();
        return found == 0
                ? ""
                : String.format(
                        Locale.ROOT, " · %s%,d taken out of queues", answer.moreTakenOut() ? "more than " : "", found);
    }

    private static String others(PastAnswer answer) {
        long found = answer.others().count();
        return found == 0 || !answer.question().scope().seesNames()
                ? ""
                : String.format(Locale.ROOT, " · %,d of them in sources", found);
    }

    private static String counted(PastAnswer answer) {
        return answer.counted().isEmpty()
                ? ""
                : String.format(Locale.ROOT, ", %,d more counted", answer.countedLeases());
    }

    /** The sentence about the density of leases. */
    static String density(LeaseDensity density) {
        TimeSlices slices = density.slices();
        Duration unrecorded = slices.unrecorded();
        if (unrecorded.equals(Duration.between(slices.from(), slices.until()))) {
            return "nothing is recorded";
        }
        String missing = unrecorded.isZero() ? "" : ", nothing is recorded of " + Formats.lasted(unrecorded);
        return String.format(
                Locale.ROOT,
                "%,d granted, at most %s in %s%s",
                density.granted(),
                Formats.counted(density.most(), "lease"),
                Formats.lasted(slices.each()),
                missing);
    }

    /** The words about a slice of it. */
    static String slice(LeaseDensity density, int slice) {
        LeaseDensity.Count count = density.all().get(slice);
        return switch (density.slices().known().get(slice)) {
            case NONE -> "not recorded";
            case PART ->
                String.format(
                        Locale.ROOT,
                        "at least %,d held, %,d of them granted: not all is recorded",
                        count.held(),
                        count.granted());
            case WHOLE -> String.format(Locale.ROOT, "%,d held, %,d of them granted", count.held(), count.granted());
        };
    }

    /** Says above the rows that they are not complete; empty if they are. */
    static String caveat(PastAnswer answer) {
        Instant begun = answer.begun();
        boolean ofFirst = answer.question().scope().seesNames();
        if (begun == null && ofFirst) {
            return "Nothing is recorded yet.";
        }
        String early = begun != null && answer.question().from().isBefore(begun)
                ? "The history reaches back to %s: of what was held before, only what lasted until then is known. "
                        .formatted(Times.present().named(begun))
                : "";
        String gaps = gaps(answer.gapsWithin().toList());
        String waiters = answer.moreWaiting()
                ? String.format(
                        Locale.ROOT,
                        " More than %,d requests waited: not all stand beside their locks here. Name a lock to see its"
                                + " queue.",
                        PastReading.WAITERS)
                : "";
        return (early + gaps + waiters).strip();
    }

    /** The first gap of each source, of few sources. */
    private static String gaps(List<Gap> all) {
        List<Gap> named = all.stream()
                .collect(Collectors.toMap(
                        gap -> String.valueOf(gap.source()), gap -> gap, (one, other) -> one, LinkedHashMap::new))
                .values()
                .stream()
                .limit(GAPS_NAMED)
                .toList();
        int more = all.size() - named.size();
        String others = more == 0 ? "" : "Nor is all recorded of " + Formats.counted(more, "more time") + ". ";
        return named.stream().map(PastWords::gap).collect(Collectors.joining()) + others;
    }

    private static String gap(Gap gap) {
        Times times = Times.present();
        return "%s was recorded from %s to %s, so leases may be missing here. %s "
                .formatted(gap.what(), times.named(gap.from()), times.named(gap.until()), gap.why());
    }
}
