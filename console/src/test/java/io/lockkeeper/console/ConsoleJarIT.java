package io.lockkeeper.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.Pom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The jar that is run: what it brings, and what it does not. */
class ConsoleJarIT {

    private JarFile jar;

    @BeforeEach
    void open() throws IOException {
        jar = new JarFile(Path.of("target", "lockkeeper-console-exec.jar").toFile());
    }

    @AfterEach
    void close() throws IOException {
        jar.close();
    }

    @Test
    void theDriverIsThatOfAgentAndCommandLine() {
        String version = Pom.read(Path.of("..", "pom.xml")).text("/project/properties/mongodb.version");
        assertThat(libraries("bson-", "mongodb-driver-"))
                .containsExactlyInAnyOrder(
                        "bson-" + version + ".jar",
                        "bson-record-codec-" + version + ".jar",
                        "mongodb-driver-core-" + version + ".jar",
                        "mongodb-driver-sync-" + version + ".jar");
    }

    @Test
    void librariesThatNoPageUsesAreNotInIt() {
        assertThat(libraries("vaadin-", "flow-")).hasSizeGreaterThan(20);
        assertThat(libraries("collaboration-engine", "flow-react", "vaadin-ai", "vaadin-dev"))
                .isEmpty();
    }

    @Test
    void itBringsItsLicence() {
        assertThat(List.of("META-INF/LICENSE", "META-INF/NOTICE"))
                .allSatisfy(file -> assertThat(jar.getEntry(file)).as(file).isNotNull());
    }

    private List<String> libraries(String... prefixes) {
        return jar.stream()
                .map(entry -> Path.of(entry.getName()))
                .filter(path -> path.startsWith("BOOT-INF/lib"))
                .map(path -> path.getFileName().toString())
                .filter(name -> List.of(prefixes).stream().anyMatch(name::startsWith))
                .toList();
    }
}
