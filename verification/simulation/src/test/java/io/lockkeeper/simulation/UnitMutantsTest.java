package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.faults.overlay.Overlay;
import io.lockkeeper.faults.overlay.Patch;
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each mutant is killed by the agent's unit test that is named beside it, which passes without it. */
class UnitMutantsTest {

    private static final String TESTS = "agent/src/test/java/io/lockkeeper/agent/";

    static List<UnitMutants.Killed> mutants() {
        return UnitMutants.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void eachIsKilledByItsUnitTest(UnitMutants.Killed killed) throws Exception {
        run(killed, List.of());
        assertThatThrownBy(() -> run(killed, killed.mutant().patches()))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(AssertionError.class);
    }

    /** In classes of its own: the agent's as the patches leave them, and the test as it is. */
    private static void run(UnitMutants.Killed killed, List<Patch> patches) throws Exception {
        String[] test = killed.test().split("#", -1);
        List<Patch> sources = new ArrayList<>(patches);
        Stream.concat(Stream.of(test[0]), killed.others().stream())
                .map(UnitMutantsTest::asItIs)
                .forEach(sources::add);
        try (Overlay overlay = Overlay.compile(sources);
                URLClassLoader classes = loader(overlay.folder())) {
            Class<?> type = classes.loadClass("io.lockkeeper.agent." + test[0].replace('/', '.'));
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Method method = type.getDeclaredMethod(test[1]);
            method.setAccessible(true);
            method.invoke(constructor.newInstance());
        }
    }

    private static Patch asItIs(String test) {
        String declared = "class " + test.substring(test.lastIndexOf('/') + 1) + " ";
        return new Patch(TESTS + test + ".java", declared, declared);
    }

    private static URLClassLoader loader(Path first) throws MalformedURLException {
        List<URL> urls = new ArrayList<>(List.of(first.toUri().toURL()));
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(each).toUri().toURL());
        }
        assertThat(urls).hasSizeGreaterThan(1);
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }
}
