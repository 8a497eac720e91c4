package io.lockkeeper.console;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.vaadin.flow.component.dependency.JsModule;
import com.vaadin.flow.component.dependency.NpmPackage;
import com.vaadin.flow.component.dependency.Uses;
import com.vaadin.flow.internal.BundleUtils;
import com.vaadin.flow.router.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The committed bundle of scripts: it has what the pages use, and nothing without a free licence. */
class FrontendBundleTest {

    private static final Path BUNDLES = Path.of("src", "main", "bundles");
    private static final String REBUILD =
            "the committed bundle does not fit; with Node 24 and npm on the path, ./lockkeeper bundle rebuilds it, and console/src/main/bundles is to be committed";
    private static final Set<String> FREE =
            Set.of("Apache-2.0", "MIT", "BSD-3-Clause", "(MPL-2.0 OR Apache-2.0)"); // of a choice, Apache-2.0 is taken

    private final Document stats = stats();

    @Test
    void eachComponentThatThePagesUseIsInTheBundle() {
        Set<String> inIt = Set.copyOf(stats.getList("bundleImports", String.class));
        Set<String> used = components().stream()
                .flatMap(component -> Arrays.stream(component.getAnnotationsByType(JsModule.class)))
                .filter(module -> !module.developmentOnly())
                .map(module -> module.value().replaceFirst("^\\./", "Frontend/generated/jar-resources/"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(used).hasSizeGreaterThan(10);
        assertThat(inIt).as(REBUILD).containsAll(used);
    }

    /** The scripts of a page are loaded by the name of its class, those of the start page and the login for all. */
    @Test
    void eachPageFindsItsScriptsInTheBundle() {
        String names = text("webapp/VAADIN/build/generated-flow-imports");
        assertThat(pages())
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        page -> assertThat(names).as("%s: %s", page, REBUILD).contains(BundleUtils.getChunkId(page)));
    }

    private static List<String> pages() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.lockkeeper.console").stream()
                        .filter(each -> each.isAnnotatedWith(Route.class))
                        .filter(each -> !List.of("", "login")
                                .contains(each.getAnnotationOfType(Route.class).value()))
                        .map(JavaClass::getName)
                        .toList();
    }

    @Test
    void itIsOfTheVersionOfVaadinThatTheConsoleIsBuiltWith() {
        Map<String, String> inIt = packages();
        Map<String, String> used = components().stream()
                .flatMap(component -> Arrays.stream(component.getAnnotationsByType(NpmPackage.class)))
                .filter(each -> inIt.containsKey(each.value()))
                .collect(toMap(NpmPackage::value, NpmPackage::version, (one, same) -> one));
        assertThat(used).isNotEmpty();
        assertThat(inIt).as(REBUILD).containsAllEntriesOf(used);
    }

    @Test
    void everythingInItHasAFreeLicence() {
        Map<String, String> licences = lines("licences.txt")
                .map(line -> line.split(" ", 3))
                .collect(toMap(parts -> parts[0] + " " + parts[1], parts -> parts[2]));
        assertThat(licences.keySet())
                .as(REBUILD)
                .containsExactlyInAnyOrderElementsOf(packages().entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .toList());
        assertThat(licences)
                .allSatisfy((name, licence) -> assertThat(licence)
                        .as("the licence of %s, which the console would deliver", name)
                        .isIn(FREE));
        assertThat(stats.get("cvdlModules", Document.class))
                .as("components that Vaadin sells")
                .isEmpty();
    }

    /** The components that the console's classes name, and those that these say they use. */
    private static Set<Class<?>> components() {
        Set<Class<?>> found = new LinkedHashSet<>();
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.lockkeeper.console").stream()
                        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                        .map(Dependency::getTargetClass)
                        .filter(each -> each.getPackageName().startsWith("com.vaadin.flow.component"))
                        .map(JavaClass::reflect)
                        .forEach(each -> add(each, found));
        return found;
    }

    private static void add(Class<?> component, Set<Class<?>> found) {
        if (found.add(component)) {
            Stream.of(component.getAnnotationsByType(Uses.class)).forEach(used -> add(used.value(), found));
            if (component.getSuperclass() != null) {
                add(component.getSuperclass(), found);
            }
        }
    }

    private Map<String, String> packages() {
        return stats.get("npmModules", Document.class).entrySet().stream()
                .collect(toMap(Map.Entry::getKey, each -> (String) each.getValue()));
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(BUNDLES.resolve(file)).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Document stats() {
        return Document.parse(text("config/stats.json"));
    }

    /** Of the first file in the bundle whose name begins so. */
    private static String text(String name) {
        try (ZipFile bundle = new ZipFile(BUNDLES.resolve("prod.bundle").toFile())) {
            ZipEntry entry = bundle.stream()
                    .filter(each ->
                            each.getName().startsWith(name) && !each.getName().endsWith(".br"))
                    .findFirst()
                    .orElseThrow();
            return new String(bundle.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
