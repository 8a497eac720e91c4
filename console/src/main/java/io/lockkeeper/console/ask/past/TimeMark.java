package io.lockkeeper.console.ask.past;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.deploys.Deploy;
import io.lockkeeper.console.remember.history.Gap;
import java.time.Instant;
import java.util.Locale;

/**
 * An event at an instant of the time that a page shows.
 *
 * @param words what, in a sentence
 */
public record TimeMark(Instant at, Kind kind, String words) {

    public enum Kind {
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

        public String count(long marks) {
            return marks == 1 ? "1 " + one : marks + " " + several;
        }

        public String css() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static TimeMark of(AuditEntry eviction) {
        String collection = eviction.place().collection();
        return new TimeMark(
                eviction.at(),
                Kind.EVICTION,
                Formats.visible("%s%s was evicted by %s: %s"
                        .formatted(
                                eviction.lock(),
                                collection.isEmpty() ? "" : " of " + collection,
                                eviction.by(),
                                eviction.reason())));
    }

    public static TimeMark of(Deploy deploy) {
        return new TimeMark(deploy.at(), Kind.DEPLOY, deploy.sentence());
    }

    public static TimeMark of(Gap gap) {
        return new TimeMark(
                gap.from(),
                gap.isOutage() ? Kind.OUTAGE : Kind.GAP,
                gap.sentence(Times.present()::named) + gap.ofSource());
    }
}
