package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.simulation.shared.Bounds;
import io.lockkeeper.simulation.shared.Exchange;
import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Result;
import io.lockkeeper.simulation.shared.Size;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulateMainTest {

    private static final Result CLEAN = new Result(List.of(), List.of("a step"), List.of(), 1, 1, 1);
    private static final Result BROKEN = new Result(
            List.of(new Result.Broken("one holder", "two")), List.of("a step"), List.of("what happened"), 1, 1, 2);

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private String toldBeforeTheNext = "";

    /** A hunt takes hours: who watches it need not wait for its end. */
    @Test
    void aFaultIsToldBeforeTheNextHistoryBegins() {
        Histories histories = new OneFault();
        Map<String, Integer> found = SimulateMain.hunt(
                new Hunt(histories, Size.of(3), 1, Bounds.of(10)),
                histories,
                new PrintStream(told, false, StandardCharsets.UTF_8));
        assertThat(found).containsExactly(Map.entry("one holder", 1));
        assertThat(toldBeforeTheNext)
                .contains("Seed 5 broke: one holder", "simulate --seed 5 --agents 3", "what happened");
    }

    /** How many there are in a minute depends on what else the machine does. */
    @Test
    void asManyHistoriesAreRunAsAreAskedFor() {
        Hunt hunt = new Hunt(
                new OneFault(), Size.of(3), 1, Options.of("--histories", "7").bounds());
        assertThat(hunt.next()).isPresent();
        assertThat(hunt.next()).isEmpty();
        assertThat(hunt.runs()).isEqualTo(7);
        assertThat(Options.of().bounds()).isEqualTo(Bounds.USUAL);
    }

    /** The fifth history breaks a rule. */
    private final class OneFault implements Histories {

        @Override
        public Result random(long seed, Size size) {
            if (seed == 6) {
                toldBeforeTheNext = told.toString(StandardCharsets.UTF_8);
            }
            return seed == 5 ? BROKEN : CLEAN;
        }

        @Override
        public List<Exchange> exchanges(long seed, Size size) {
            return List.of();
        }

        @Override
        public Result replay(List<String> script) {
            return BROKEN;
        }
    }
}
