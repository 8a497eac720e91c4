package io.lockkeeper.console.watch.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.agents.AgentLife.Alive;
import io.lockkeeper.console.watch.agents.AgentLife.Silent;
import io.lockkeeper.console.watch.agents.AgentLife.Unknown;
import io.lockkeeper.console.watch.board.Outage;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentLifeTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void anAgentThatWroteLatelyIsAliveWhateverItWrote() {
        assertThat(life(ago(3), null, false)).isEqualTo(new Alive(ago(3)));
        assertThat(life(null, ago(4), false)).isEqualTo(new Alive(ago(4)));
        assertThat(life(ago(540), ago(2), false)).isEqualTo(new Alive(ago(2)));
        assertThat(life(ago(5), ago(540), true)).isEqualTo(new Alive(ago(5)));
    }

    @Test
    void anAgentWithALongLeaseThatWroteNothingForNineMinutesIsSilent() {
        AgentLife life = life(ago(540), ago(541), false);
        assertThat(life).isEqualTo(new Silent(ago(540)));
        assertThat(life.words(NOW)).isEqualTo("silent for 9 min 00 s");
    }

    @Test
    void withoutADocumentOfItsOwnALeaseThatIsNotRenewedInTimeTells() {
        assertThat(life(null, ago(40), true)).isEqualTo(new Silent(ago(40)));
    }

    @Test
    void aLongLeaseAloneTellsNothing() {
        assertThat(life(null, ago(540), false)).isEqualTo(new Unknown());
        assertThat(life(null, null, false)).isEqualTo(new Unknown());
    }

    @Test
    void silenceThatAnOutageOfTheServerCutCountsFromItsEnd() {
        Outage outage = new Outage(ago(300), ago(20));
        assertThat(AgentLife.of(ago(305), null, true, outage, NOW)).isEqualTo(new Unknown());
        Outage over = new Outage(ago(300), ago(40));
        assertThat(AgentLife.of(ago(305), null, true, over, NOW)).isEqualTo(new Silent(ago(40)));
    }

    @Test
    void anAgentThatWasSilentBeforeTheOutageStaysSilentSinceThen() {
        assertThat(AgentLife.of(ago(540), null, true, new Outage(ago(300), ago(20)), NOW))
                .isEqualTo(new Silent(ago(540)));
    }

    private static AgentLife life(@Nullable Instant beat, @Nullable Instant touch, boolean late) {
        return AgentLife.of(beat, touch, late, Outage.NONE, NOW);
    }

    private static Instant ago(int seconds) {
        return NOW.minus(Duration.ofSeconds(seconds));
    }
}
