package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * No two classes share a name for different things. A program that only proves or measures may repeat a name of another such program, but
 * none of what it proves.
 */
class NamesTest {

    private static final List<String> LIBRARIES = List.of("shared-model", "agent");
    private static final List<String> SHIPPED = List.of(
            "agent-spring-boot-starter",
            "adapters/shedlock",
            "adapters/spring-integration",
            "adapters/cdi",
            "adapters/micronaut",
            "adapters/moving",
            "adapters/testing",
            "console",
            "desktop",
            "command-line",
            "host-agent");
    private static final List<String> PROGRAMS = List.of(
            "verification/faults",
            "verification/simulation",
            "verification/benchmark",
            "verification/concurrency",
            "verification/test-support",
            "examples");

    /** Still twice in what is shipped. Take out what you rename; add nothing. */
    private static final Set<String> TWICE = Set.of("Finding", "LockKind", "LockReader", "Standing", "Table");

    @Test
    void noTwoClassesOfWhatIsShippedShareAName() {
        Collection<String> modules = new ArrayList<>(LIBRARIES);
        modules.addAll(SHIPPED);
        Map<String, List<String>> shared = shared(modules);
        assertThat(shared.keySet()).isEqualTo(TWICE);
    }

    @Test
    void noProgramNamesAClassAsTheLibrariesDo() {
        for (String program : PROGRAMS) {
            List<String> modules = new ArrayList<>(LIBRARIES);
            modules.add(program);
            assertThat(shared(modules)).isEmpty();
        }
    }

    private static Map<String, List<String>> shared(Collection<String> modules) {
        Map<String, List<String>> byName = new TreeMap<>();
        for (String module : modules) {
            List<Path> sources = Pages.sourcesOf(module);
            assertThat(sources).as(module).isNotEmpty();
            sources.forEach(source -> byName.computeIfAbsent(name(source), name -> new ArrayList<>())
                    .add(module));
        }
        byName.keySet().removeAll(Set.of("package-info", "module-info"));
        byName.values().removeIf(each -> each.size() == 1);
        return byName;
    }

    private static String name(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }
}
