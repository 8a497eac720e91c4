package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What of the project is published, and that each part of it brings what a registry, and a service that uses it, asks for. */
class PublicationTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pom PARENT = Pom.read(ROOT.resolve("pom.xml"));
    private static final Pom BOM = Pom.read(ROOT.resolve("bom/pom.xml"));

    @Test
    void theBillOfMaterialsListsWhatIsPublishedAndNothingElse() {
        assertThat(BOM.texts("/project/dependencyManagement/dependencies/dependency/artifactId"))
                .containsExactlyInAnyOrderElementsOf(
                        published().map(pom -> pom.text("/project/artifactId")).toList());
        assertThat(BOM.texts("/project/dependencyManagement/dependencies/dependency/version"))
                .containsOnly("${project.version}");
        assertThat(BOM.text("/project/version")).isEqualTo(PARENT.text("/project/version"));
        assertThat(BOM.texts("/project/parent")).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> eachHasANameOnTheModulePathOfItsOwn() {
        return published()
                .map(pom -> DynamicTest.dynamicTest(
                        pom.text("/project/artifactId"),
                        () -> assertThat(pom.text("/project/properties/module.name"))
                                .matches("io\\.lockkeeper(\\.[a-z0-9]+)+")));
    }

    /** From which the profile published makes its module descriptor and manifest. */
    @Test
    void eachSaysWhatItExportsAndNothingElseDoes() {
        assertThat(modules().filter(module -> Files.exists(module.resolve("bnd.bnd"))))
                .containsExactlyElementsOf(publishedFolders().toList());
    }

    /** By the parent, which leaves out what is not published. */
    @Test
    void eachHasItsSourcesBesideIt() {
        assertThat(PARENT.texts("/project/build/plugins/plugin/artifactId")).contains("maven-source-plugin");
        assertThat(PARENT.texts("/project/build/pluginManagement/plugins/plugin/configuration/skipSource"))
                .containsExactly("${maven.deploy.skip}");
        assertThat(PARENT.text("/project/properties/maven.deploy.skip")).isEqualTo("false");
    }

    @Test
    void noTwoShareANameOnTheModulePath() {
        assertThat(published().map(pom -> pom.text("/project/properties/module.name")))
                .doesNotHaveDuplicates();
    }

    @TestFactory
    Stream<DynamicTest> eachSaysWhatARegistryAsks() {
        return Stream.concat(Stream.of(PARENT, BOM), published())
                .map(pom -> DynamicTest.dynamicTest(pom.text("/project/artifactId"), () -> {
                    assertThat(pom.text("/project/name")).isNotBlank();
                    assertThat(pom.text("/project/description")).isNotBlank();
                    for (String inherited : List.of("url", "licenses/license/url", "developers/developer", "scm/url")) {
                        boolean says = !pom.texts("/project/" + inherited).isEmpty();
                        assertThat(says || !pom.texts("/project/parent").isEmpty())
                                .as(inherited)
                                .isTrue();
                    }
                }));
    }

    private static Stream<Pom> published() {
        return publishedFolders().map(folder -> Pom.read(folder.resolve("pom.xml")));
    }

    private static Stream<Path> publishedFolders() {
        return modules().filter(module -> {
            Pom pom = Pom.read(module.resolve("pom.xml"));
            return !pom.text("/project/packaging").equals("pom")
                    && !pom.text("/project/properties/maven.deploy.skip").equals("true");
        });
    }

    private static Stream<Path> modules() {
        return PARENT.texts("/project/modules/module").stream().map(ROOT::resolve);
    }
}
