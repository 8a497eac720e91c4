package io.lockkeeper.benchmark.peer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The jars of the agent's version before, against which its tests run as well. */
final class OlderJars {

    static final String VERSION = "0.0.9";
    private static final Path FOLDER = Path.of("agent/src/test/resources/io/lockkeeper/agent/older");

    private OlderJars() {}

    static List<Path> all() {
        return List.of(jar("lockkeeper-agent"), jar("lockkeeper-shared-model"));
    }

    private static Path jar(String artifact) {
        Path jar = FOLDER.resolve("%s-%s.jar".formatted(artifact, VERSION)).toAbsolutePath();
        if (!Files.exists(jar)) {
            throw new IllegalStateException("Run this in the folder of the sources: there is no " + jar);
        }
        return jar;
    }
}
