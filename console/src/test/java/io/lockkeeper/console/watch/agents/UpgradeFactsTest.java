package io.lockkeeper.console.watch.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.model.AgentDocument;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UpgradeFactsTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    @Test
    void theNewestVersionComesFirstAndSilentProcessesAreNotCounted() {
        UpgradeFacts facts = facts(
                agent("billing", "0.9.0", 3, false),
                agent("billing", "0.10.0", 4, false),
                agent("billing", "0.10.0", 9, false),
                agent("billing", "0.10.0-SNAPSHOT", 9, true),
                agent("shop", "0.10.0-SNAPSHOT", 1, false));
        assertThat(facts.columns()).containsExactly("0.10.0", "0.10.0-SNAPSHOT", "0.9.0");
        assertThat(facts.lines().getFirst().versions())
                .containsExactly(
                        new VersionShare("0.10.0", 2, minutesAgo(9), minutesAgo(4)),
                        new VersionShare("0.9.0", 1, minutesAgo(3), minutesAgo(3)));
        assertThat(VersionShare.words(facts.lines().getFirst().versions())).isEqualTo("0.10.0 × 2 · 0.9.0 × 1");
        assertThat(facts.sentence()).isEqualTo("2 of 4 processes that live run 0.10.0, the newest version here.");
    }

    @Test
    void whileAProcessHoldsLocksOfAnotherLibraryAsWellThatIsSaid() {
        JudgedAgent old = moving("old", "shedlock in app.shedLock", true);
        JudgedAgent one = moving("one", "shedlock in app.shedLock", false);
        JudgedAgent two = moving("two", "spring-article in app.locks", false);
        assertThat(facts(agent("shop", "0.1.0", 1, false), old).bridging()).isEmpty();
        assertThat(facts(agent("shop", "0.1.0", 1, false), one).bridging())
                .isEqualTo("1 process that lives still holds locks of another kind as well: shedlock in app.shedLock.");
        assertThat(facts(one, two).bridging())
                .isEqualTo(
                        "2 processes that live still hold locks of another kind as well: shedlock in app.shedLock, spring-article in app.locks.");
    }

    @Test
    void whatIsNoVersionComesBeforeAll() {
        assertThat(Stream.of("0.1.0", "?", "1.0", "0.1.0-rc1", "0.0.1")
                        .map(VersionShare.LibraryVersion::new)
                        .sorted())
                .extracting(VersionShare.LibraryVersion::text)
                .containsExactly("?", "0.0.1", "0.1.0-rc1", "0.1.0", "1.0");
    }

    private static UpgradeFacts facts(JudgedAgent... agents) {
        Roster roster = new Roster(NOW, List.of(), false, Proofs.NONE, "");
        return UpgradeFacts.of(AgentsPicture.of(NOW, Freshness.at(NOW, NOW, true), roster, List.of(agents), false));
    }

    private static JudgedAgent agent(String service, String version, int minutes, boolean silent) {
        Instant seen = silent ? NOW.minusSeconds(40) : NOW;
        AgentDocument document = new AgentDocument(
                service + version + minutes,
                service,
                "i",
                "h",
                1,
                version,
                minutesAgo(minutes),
                seen,
                0,
                0,
                null,
                null,
                null,
                null,
                null);
        return judged(document, silent);
    }

    private static JudgedAgent moving(String id, String from, boolean silent) {
        Instant seen = silent ? NOW.minusSeconds(40) : NOW;
        return judged(
                new AgentDocument(
                        id, "billing", "i", "h", 1, "0.1.0", minutesAgo(9), seen, 0, 0, null, from, null, null, null),
                silent);
    }

    private static JudgedAgent judged(AgentDocument document, boolean silent) {
        Instant seen = document.lastSeen();
        AgentLife life = silent ? new AgentLife.Silent(seen) : new AgentLife.Alive(seen);
        return JudgedAgent.of(document, true, life, AgentActivity.NOTHING);
    }

    private static Instant minutesAgo(int minutes) {
        return NOW.minusSeconds(minutes * 60L);
    }
}
