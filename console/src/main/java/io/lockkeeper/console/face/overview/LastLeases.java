package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** The leases of the last 24 hours, in a sentence: also those from before the console ran, which it read from the oplog. */
@Component
class LastLeases {

    /** More are neither counted nor searched for the longest wait. */
    private static final int MOST = 100_000;

    private final Past past;

    LastLeases(Past past) {
        this.past = past;
    }

    /** Empty if there was none. Waits for MongoDB. */
    String of(LockScope scope, Instant now) {
        PastQuestion day = new PastQuestion(scope, now, Duration.ofDays(1), "", "", "", "");
        long leases = past.count(day, MOST + 1);
        if (leases == 0) {
            return "";
        }
        if (leases > MOST) {
            return String.format(Locale.ROOT, "In the last 24 h: more than %,d leases", MOST);
        }
        String wait = past.longestWait(day)
                .map(it -> ", longest wait " + Formats.duration(it))
                .orElse("");
        return String.format(Locale.ROOT, "In the last 24 h: %,d %s%s", leases, leases == 1 ? "lease" : "leases", wait);
    }
}
