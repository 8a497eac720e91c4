package io.lockkeeper.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.test.CycleRules;
import io.lockkeeper.test.HouseRules;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

@AnalyzeClasses(packages = "io.lockkeeper.console", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    /** From the ground up: each stands on those before it, pages and API do not know each other, and none knows a facet. */
    private static final List<String> WINGS =
            List.of("ground", "people", "watch", "remember", "act", "judge", "ask", "face", "api", "facets");

    private static final Set<String> TOPS = Set.of("face", "api");

    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchRule NO_WING_POINTS_UP = wings();

    @ArchTest
    static final ArchRule EVERY_PACKAGE_STANDS_IN_A_WING = classes()
            .should()
            .resideInAnyPackage(Stream.concat(
                            Stream.of("io.lockkeeper.console"), WINGS.stream().map(ArchitectureTest::within))
                    .toArray(String[]::new));

    @ArchTest
    static final ArchRule EACH_FACET_IS_KNOWN_TO_ITS_LIST_ALONE = SlicesRuleDefinition.slices()
            .matching("io.lockkeeper.console.facets.(*)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule NO_PACKAGES_FORM_A_CYCLE = CycleRules.packagesFormNoCycle("io.lockkeeper.console");

    @ArchTest
    static final ArchRule NO_MORE_THAN_FIVE_CLASSES_FORM_A_CYCLE =
            CycleRules.classesFormNoCycleOfMoreThan(5, "io.lockkeeper.console");

    /** The gate closes a page without the mark to limited users: that should not happen by oversight. */
    @ArchTest
    static final ArchRule PAGES_FOR_EVERYBODY_KEEP_TO_THE_SCOPE = classes()
            .that()
            .areAnnotatedWith(Route.class)
            .and()
            .areAnnotatedWith(PermitAll.class)
            .should()
            .beAnnotatedWith(KeepsToScope.class);

    @ArchTest
    static final ArchRule PAGES_AND_REQUESTS_SEE_THE_BOARD_WITHIN_A_SCOPE = noClasses()
            .that()
            .resideInAnyPackage(
                    within("act"),
                    within("ask.locks"),
                    within("ask.past"),
                    within("watch.heartbeat"),
                    within("face.frame"),
                    within("face.historypage"),
                    within("face.locks"),
                    within("face.marks"),
                    within("face.sources"),
                    within("api"))
            .and()
            .doNotHaveFullyQualifiedName(EvictionFollower.class.getName())
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Board.class);

    @ArchTest
    static final ArchRule THE_AGENT_IS_EMBEDDED_AS_ANY_SERVICE_WOULD = noClasses()
            .that()
            .resideOutsideOfPackage("io.lockkeeper.console.ground.store")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.lockkeeper.agent..");

    @ArchTest
    static final ArchRule IT_KNOWS_NO_INSIDES_OF_THE_AGENT =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.lockkeeper.agent.*..");

    private static LayeredArchitecture wings() {
        LayeredArchitecture wings = Architectures.layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String wing : WINGS) {
            wings = wings.layer(wing).definedBy(within(wing));
        }
        for (String wing : WINGS) {
            List<String> above = WINGS.subList(WINGS.indexOf(wing) + 1, WINGS.size());
            wings = above.isEmpty()
                    ? wings.whereLayer(wing).mayNotBeAccessedByAnyLayer()
                    : TOPS.contains(wing)
                            ? wings.whereLayer(wing).mayOnlyBeAccessedByLayers("facets")
                            : wings.whereLayer(wing).mayOnlyBeAccessedByLayers(above.toArray(String[]::new));
        }
        return wings;
    }

    private static String within(String wing) {
        return "io.lockkeeper.console.%s..".formatted(wing);
    }
}
