package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.holds.SourceGap;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The answer in words. */
final class PastWords {

    private PastWords() {}

    static String summary(PastAnswer answer) {
        Instant moment = answer.question().moment();
        String count = answer.count() >= PastReading.COUNTED
                ? String.format(Locale.ROOT, "%,d or more", PastReading.COUNTED)
                : String.format(Locale.ROOT, "%,d", answer.count());
        String own = answer.question().isOfAMoment()
                ? String.format(
                        Locale.ROOT,
                        "%s held · %s%,d waiting, at %s",
                        count,
                        answer.moreWaiting() ? "more than " : "",
                        answer.waiters(),
                        Times.present().named(moment))
                : "%s granted%s until %s"
                        .formatted(count, counted(answer), Times.present().named(moment));
        return own + takenOut(answer) + others(answer);
    }

    private static String takenOut(PastAnswer answer) {
        int found = answer.takenOut().size();
        return found == 0
                ? ""
                : String.format(
                        Locale.ROOT, " · %s%,d taken out of queues", answer.moreTakenOut() ? "more than " : "", found);
    }

    private static String others(PastAnswer answer) {
        int found = answer.foreign().size();
        return found == 0
                ? ""
                : String.format(
                        Locale.ROOT, " · %s%,d of other libraries", answer.moreForeign() ? "more than " : "", found);
    }

    private static String counted(PastAnswer answer) {
        return answer.counted().isEmpty()
                ? ""
                : String.format(Locale.ROOT, ", %,d more counted", answer.countedLeases());
    }

    /** Says above the rows that they are not complete; empty if they are. */
    static String caveat(PastAnswer answer) {
        Instant begun = answer.begun();
        if (begun == null) {
            return "Nothing is recorded yet.";
        }
        String early = answer.question().moment().isBefore(begun)
                ? "The history reaches back to %s: of what was held before, only what lasted until then is known. "
                        .formatted(Times.present().named(begun))
                : "";
        List<Gap> gaps = answer.gapsWithin().toList();
        String gap = gaps.isEmpty() ? "" : gap(gaps.getFirst(), gaps.size() - 1);
        String others = answer.sourceGaps().isEmpty() ? "" : gap(answer.sourceGaps());
        String waiters = answer.moreWaiting()
                ? String.format(
                        Locale.ROOT,
                        " More than %,d requests waited: not all stand beside their locks here. Name a lock to see its"
                                + " queue.",
                        PastReading.WAITERS)
                : "";
        return (early + gap + others + waiters).strip();
    }

    private static String gap(Gap gap, int more) {
        Times times = Times.present();
        String others = more == 0 ? "" : String.format(Locale.ROOT, "Nor was anything at %,d more times. ", more);
        return "Nothing was recorded from %s to %s, so leases may be missing here. %s %s"
                .formatted(times.named(gap.from()), times.named(gap.until()), gap.why(), others);
    }

    private static String gap(List<SourceGap> gaps) {
        Times times = Times.present();
        SourceGap first = gaps.getFirst();
        String more = gaps.size() == 1
                ? ""
                : String.format(Locale.ROOT, "There are %,d more such times of sources. ", gaps.size() - 1);
        return "The history of %s has a gap from %s to %s. %s %s"
                .formatted(first.source(), times.named(first.from()), times.named(first.until()), first.why(), more);
    }
}
