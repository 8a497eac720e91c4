package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The two commands that a fresh machine needs: README names both, and continuous integration runs the second. */
class CommandsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String DEMO = "./lockkeeper demo";
    private static final String TEST = "./lockkeeper test";

    @Test
    void theReadmeShowsTheCommandThatStartsTheDemo() throws IOException {
        assertThat(read("README.md")).containsPattern("(?m)^" + DEMO + "\\b");
    }

    @Test
    void theReadmeShowsTheCommandThatRunsEveryTest() throws IOException {
        assertThat(read("README.md")).containsPattern("(?m)^" + TEST + "\\b");
    }

    @Test
    void continuousIntegrationRunsTheCommandOfTheReadme() throws IOException {
        assertThat(read(".ci/run")).containsPattern("(?m)^exec " + TEST + "\\b");
    }

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }
}
