package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a console that ends at once has not read of the past is known to the next. */
class UnreadPastIT {

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @AutoClose
    private static final Console console = Console.start();

    private final StreamMarks marks = console.bean(StreamMarks.class);
    /** It never comes to read. */
    private final SourcePasts pasts = new SourcePasts(marks, new PastWindow(Duration.ofHours(24)), true);

    @Test
    void aNewCollectionsPastIsAsLongAsTheSettingsSay() {
        Place place = Place.own("shop", "shedLock");
        want(wanted(place, Instant.EPOCH));
        assertThat(unread(place)).isCloseTo(now.minus(Duration.ofHours(24)), within(1, ChronoUnit.MINUTES));
    }

    @Test
    void anOutagesPastBeginsWithItAndNeverLaterThanWhatWasUnreadBefore() {
        Place place = Place.own("shop", "jobs");
        want(wanted(place, now.minusSeconds(600)));
        assertThat(unread(place)).isEqualTo(now.minusSeconds(600));
        want(wanted(place, now.minusSeconds(60)));
        assertThat(unread(place)).isEqualTo(now.minusSeconds(600));
    }

    @Test
    void whereAllIsKnownNothingIsUnread() {
        Place place = Place.own("shop", "known");
        want(wanted(place, null));
        assertThat(marks.past(place)).isEmpty();
    }

    private void want(SourcePasts.Wanted past) {
        assertThat(pasts.want(past)).isTrue();
    }

    private Instant unread(Place place) {
        return marks.past(place).orElseThrow().at();
    }

    private SourcePasts.Wanted wanted(Place place, @Nullable Instant since) {
        Cluster own = console.bean(Clusters.class).all().findFirst().orElseThrow();
        return new SourcePasts.Wanted(
                own, place, List.of(), since, new BsonTimestamp((int) now.getEpochSecond(), 1), () -> true);
    }
}
