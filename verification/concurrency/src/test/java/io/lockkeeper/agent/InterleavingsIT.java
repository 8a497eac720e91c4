package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A short run of jcstress on each build: some hundred thousand times each, in one mode of the JVM. */
@Timeout(300)
class InterleavingsIT {

    @TempDir
    private Path folder;

    @Test
    void whateverIsDoneToALeaseAtTheSameMomentOneThingComesFirstAndStays() throws Exception {
        Run run = run("LeaseStateStress");

        int tests = LeaseStateStress.class.getDeclaredClasses().length;
        assertThat(run.output).contains("planned; " + tests + " passed, 0 failed, 0 soft errs, 0 hard errs");
        assertThat(run.exitCode).as(run.output).isZero();
    }

    @Test
    void aStateThatLacksItsGuardIsFound() throws Exception {
        Run run = run("UnguardedStress");

        assertThat(run.output).contains("Observed forbidden state: true, true (released and lost)");
        assertThat(run.exitCode).isNotZero();
    }

    private Run run(String tests) throws IOException, InterruptedException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        path,
                        "org.openjdk.jcstress.Main",
                        "-t",
                        tests,
                        "-jvmArgs",
                        "-Xmx256m",
                        "-sc",
                        "false",
                        "-f",
                        "1",
                        "-fsm",
                        "1",
                        "-iters",
                        "3",
                        "-time",
                        "200"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private record Run(int exitCode, String output) {}
}
