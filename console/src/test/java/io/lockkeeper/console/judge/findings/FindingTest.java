package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LateLease;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FindingTest {

    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final String SOURCE = "shop.shedLock/shedlock";

    @Test
    void anUrgentFindingOfAnotherLibraryStandsBeforeAWarningOfOurs() {
        assertThat(Stream.of(
                                of(Kind.LOCK_ORDER, "", "order:1"),
                                of(Kind.LATE_WRITE, SOURCE, "import"),
                                of(Kind.HANGING, "", "report"))
                        .sorted(Finding.MOST_URGENT_FIRST))
                .extracting(Finding::kind)
                .containsExactly(Kind.HANGING, Kind.LATE_WRITE, Kind.LOCK_ORDER);
    }

    @Test
    void aFalseHintThatAnAgentReportedIsAFindingOfItsLock() {
        Instant at = Instant.EPOCH;
        LateLease lease = new LateLease("report", "a", 42, Locks.owner("billing", "b-1", 7, "main", ""), null);
        Detected found = LateFindings.detected(new LateAttempt(LateAttempt.Kind.HINT, lease, at, at, 1), at);
        assertThat(found.kind()).isEqualTo(Kind.FALSE_HINT);
        assertThat(found.lock()).isEqualTo("report");
        assertThat(found.evidence()).contains("b-1 believed a false hint");
    }

    @Test
    void anotherLibrarysLockIsNamedWithItsCollectionAndFoundOnItsPage() {
        Finding ofLock = of(Kind.NOT_FREED, SOURCE, "import");
        assertThat(ofLock.where()).isEqualTo("import · shop.shedLock");
        assertThat(ofLock.address()).contains("locks/import?source=shop.shedLock~2fshedlock");
        Finding ofSource = of(Kind.SOURCE_UNSEEN, SOURCE, null);
        assertThat(ofSource.where()).isEqualTo("shop.shedLock");
        assertThat(ofSource.address()).contains("locks?source=shop.shedLock~2fshedlock");
        assertThat(of(Kind.HANGING, "", "report").where()).isEqualTo("report");
        assertThat(of(Kind.CLOCKS_DIFFER, "", null).where()).isEmpty();
    }

    private static Finding of(Kind kind, String source, @Nullable String lock) {
        return new Finding(
                "%s %s".formatted(kind, lock), kind, source, lock, "", NOW, NOW, null, List.of(), null, null);
    }
}
