package io.lockkeeper.console.face.historypage;

import static org.assertj.core.api.Assertions.assertThat;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.CostKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PastAddressTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void whatAPageShowsIsWhatItsAddressAsksFor() {
        PastAddress address = new PastAddress(
                Instant.parse("2026-11-22T03:12:00Z"),
                Window.DAY,
                null,
                "app.shedLock/shedlock",
                " order:& 1",
                "billing",
                "bill-1",
                "ops",
                null,
                Instant.parse("2026-11-22T01:02:03.004Z"));
        assertThat(PastAddress.of(address.address())).isEqualTo(address);
        assertThat(address.question(LockScope.EVERYTHING, NOW).window()).isEqualTo(Duration.ofDays(1));
        assertThat(PastAddress.NOW.address().getQueryString()).isEmpty();
    }

    @Test
    void oneSourceOrTheFirstCollectionMayBeAskedAbout() {
        PastAddress one = PastAddress.NOW.in("app.shedLock/shedlock");
        PastAddress first = PastAddress.NOW.in(LockId.FIRST);
        assertThat(PastAddress.of(one.address())).isEqualTo(one);
        assertThat(first.address().getQueryString()).isEqualTo("source=first");
        assertThat(PastAddress.of(first.address())).isEqualTo(first);
        assertThat(scope(one)).isEqualTo(new LockScope(List.of(), List.of("app.shedLock/shedlock")));
        assertThat(scope(first)).isEqualTo(new LockScope(List.of(""), List.of()));
        assertThat(scope(PastAddress.NOW)).isEqualTo(LockScope.EVERYTHING);
        assertThat(one.isNarrowed()).isTrue();
        assertThat(one.question(new LockScope(List.of(""), List.of()), NOW).scope())
                .isEqualTo(LockScope.NOTHING);
    }

    private static LockScope scope(PastAddress address) {
        return address.question(LockScope.EVERYTHING, NOW).scope();
    }

    @Test
    void aTimeMayBeginAtAnyMomentUpToAMonthBefore() {
        PastAddress address = PastAddress.of(
                QueryParameters.fromString("at=2026-11-22T03:12:00Z&window=since&from=2026-11-22T03:02:00Z"));
        assertThat(PastAddress.of(address.address())).isEqualTo(address);
        assertThat(address.length(NOW)).isEqualTo(Duration.ofMinutes(10));
        assertThat(address.asking(Window.DAY).from()).isNull();
        assertThat(address.at(NOW).length(NOW)).isEqualTo(Duration.ofMinutes(538));
        assertThat(address.from(NOW).length(NOW)).as("it begins after its end").isEqualTo(Duration.ofHours(1));
        assertThat(address.from(Instant.parse("2020-01-01T00:00:00Z")).length(NOW))
                .isEqualTo(Window.LONGEST);
        assertThat(PastAddress.NOW.asking(Window.SINCE).length(NOW)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void whoCostWhomIsAskedOfATime() {
        CostAddress chosen = new CostAddress(CostGroup.PREFIX, new CostKey("", "order:", "", "shop & co"));
        PastAddress address = PastAddress.NOW.costing(chosen);
        assertThat(address.window()).isEqualTo(Window.HOUR);
        assertThat(PastAddress.of(address.address())).isEqualTo(address);
        assertThat(address.asking(Window.WEEK).costs()).isEqualTo(chosen);
        assertThat(address.asking(Window.MOMENT).costs()).isNull();
        assertThat(PastAddress.of(QueryParameters.fromString("costs=aeon")).costs())
                .isEqualTo(CostAddress.ALL);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-22T03:12, 2026-11-22T03:12:00Z",
        "2026-11-22T03:12:07, 2026-11-22T03:12:07Z",
        "2026-11-22T03:12:07Z, 2026-11-22T03:12:07Z",
        // the hour that a change of daylight saving repeats or leaves out is an hour like any other
        "2026-10-25T02:30:00, 2026-10-25T02:30:00Z",
        "2026-03-29T02:30:00, 2026-03-29T02:30:00Z",
        "2027-01-01T00:00:00, 2026-11-22T12:00:00Z"
    })
    void aMomentIsOfUtcAndNeverToCome(String at, Instant moment) {
        assertThat(PastAddress.of(QueryParameters.fromString("at=" + at)).moment(NOW))
                .isEqualTo(moment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"at=3+o'clock", "at=", "at=2026-13-01T00:00", "window=aeon", "nothing=1"})
    void whatNobodyUnderstandsIsThePresent(String address) {
        assertThat(PastAddress.of(QueryParameters.fromString(address))).isEqualTo(PastAddress.NOW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-999999999-01-01T00:00:00",
                "-0001-12-31T23:59:59Z",
                "1969-12-31T23:59:59",
                "+10000-01-01T00:00:00",
                "+999999999-12-31T23:59:59.999999999",
                "NaN",
                "2026-02-30T00:00:00",
                "2026-11-27T25:00:00",
                "\u0661\u0662"
            })
    void aMomentOfWhichThereIsNoHistoryMeansNow(String text) {
        for (String window : new String[] {"", "hour", "week", "since"}) {
            PastAddress asked = PastAddress.of(
                    QueryParameters.simple(Map.of("at", text, "from", text, "next", text, "window", window)));
            assertThat(asked.at()).isNull();
            assertThat(asked.question(LockScope.EVERYTHING, NOW).moment()).isEqualTo(NOW);
        }
    }
}
