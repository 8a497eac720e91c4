package io.lockkeeper.console.act.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class AuditFilterTest {

    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void daysInUtcStandInTheAddressAsDays() {
        AuditFilter filter = AuditFilter.NONE.withDays("2026-11-22", "2026-11-23", UTC);
        assertThat(filter.address().getQueryString()).isEqualTo("from=2026-11-22&to=2026-11-23");
        assertThat(filter.first(UTC)).isEqualTo("2026-11-22");
        assertThat(filter.last(UTC)).isEqualTo("2026-11-23");
    }

    @Test
    void daysOfAnotherZoneStandInTheAddressAsTheInstantsTheyAre() {
        AuditFilter filter = AuditFilter.NONE.withDays("2026-10-25", "2026-10-25", BERLIN);
        AuditQuery query = AuditFilter.of(filter.address()).query(LockScope.EVERYTHING);
        assertThat(query.since()).isEqualTo(Instant.parse("2026-10-24T22:00:00Z"));
        assertThat(query.until()).isEqualTo(Instant.parse("2026-10-25T23:00:00Z"));
        assertThat(filter.first(BERLIN)).isEqualTo("2026-10-25");
        assertThat(filter.last(BERLIN)).isEqualTo("2026-10-25");
        assertThat(filter.first(UTC)).isEqualTo("2026-10-24");
    }

    @Test
    void whatIsNoDayStaysAsItWasTypedAndIsRefusedInWords() {
        AuditFilter typed = AuditFilter.NONE.withDays("0002-11-22", "", BERLIN);
        assertThat(typed.first(BERLIN)).isEqualTo("0002-11-22");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> typed.query(LockScope.EVERYTHING))
                .withMessage("The day is 0002-11-22; it must be in the years 2000 to 2999.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditFilter("", "", "2026-11-22Today", "", 0).query(LockScope.EVERYTHING))
                .withMessage("\"2026-11-22Today\" is no instant as in 2026-11-23T00:00:00Z.");
    }
}
