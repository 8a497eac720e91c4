package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Result;
import io.lockkeeper.simulation.shared.Size;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same seed gives the same history. */
@Timeout(300)
@Tag("nightly")
class DeterminismIT {

    private static final int HISTORIES = 200;

    /** Prints what the histories of the first seeds come to. */
    static final class Digests {
        private Digests() {}

        public static void main(String... args) {
            System.out.println(digests());
        }
    }

    private static String digests() {
        Histories histories = Simulator.open(List.of());
        return LongStream.range(0, HISTORIES)
                .mapToObj(seed -> histories.random(seed, Size.of(3)))
                .map(result -> Long.toHexString(result.digest()))
                .collect(Collectors.joining(" "));
    }

    @Test
    void inAnotherJvmEachSeedGivesTheSameHistory() throws Exception {
        assertThat(digestsOfAnotherJvm()).isEqualTo(digestsOfAnotherJvm());
    }

    @Test
    void whatChanceDecidedGivesTheSameHistoryAgain() {
        Histories histories = Simulator.open(List.of());
        for (long seed = 0; seed < HISTORIES; seed++) {
            Result drawn = histories.random(seed, Size.of(3));
            assertThat(histories.replay(drawn.script()).digest())
                    .as("seed %d", seed)
                    .isEqualTo(drawn.digest());
        }
    }

    private static String digestsOfAnotherJvm() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-Djdk.trackAllThreads=false",
                        "-Dlogback.configurationFile=logback-simulation.xml",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Digests.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }
}
