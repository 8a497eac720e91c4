package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.deploys.Deploy;
import io.lockkeeper.console.remember.history.Gap;
import java.time.Instant;
import java.util.Locale;

/**
 * What happened at an instant of the day that the History page shows.
 *
 * @param words what, in a sentence
 */
record DayMark(Instant at, Kind kind, String words) {

    enum Kind {
        EVICTION("eviction", "evictions"),
        OUTAGE("outage", "outages"),
        GAP("time without records", "times without records"),
        DEPLOY("deploy", "deploys");

        private final String one;
        private final String several;

        Kind(String one, String several) {
            this.one = one;
            this.several = several;
        }

        String count(long marks) {
            return marks == 1 ? "1 " + one : marks + " " + several;
        }

        String css() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static DayMark of(AuditEntry eviction) {
        String collection = eviction.place().collection();
        return new DayMark(
                eviction.at(),
                Kind.EVICTION,
                Formats.visible("%s%s was evicted by %s: %s"
                        .formatted(
                                eviction.lock(),
                                collection.isEmpty() ? "" : " of " + collection,
                                eviction.by(),
                                eviction.reason())));
    }

    static DayMark of(Deploy deploy) {
        return new DayMark(deploy.at(), Kind.DEPLOY, deploy.sentence());
    }

    static DayMark of(Gap gap) {
        return new DayMark(gap.from(), gap.isOutage() ? Kind.OUTAGE : Kind.GAP, gap.sentence(Times.present()::named));
    }
}
