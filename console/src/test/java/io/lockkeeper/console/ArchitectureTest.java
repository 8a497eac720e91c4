package io.lockkeeper.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.test.HouseRules;
import jakarta.annotation.security.PermitAll;
import java.util.stream.Stream;

@AnalyzeClasses(packages = "io.lockkeeper.console", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchRule FEATURES_FORM_NO_CIRCLE = SlicesRuleDefinition.slices()
            .matching("io.lockkeeper.console.(*)..")
            .should()
            .beFreeOfCycles();

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
            .resideInAnyPackage(of("api", "audit", "consent", "eviction", "foreign", "locks", "page", "past", "shell"))
            .and()
            .doNotHaveFullyQualifiedName(EvictionFollower.class.getName())
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Board.class);

    private static String[] of(String... features) {
        return Stream.of(features).map("io.lockkeeper.console.%s.."::formatted).toArray(String[]::new);
    }

    @ArchTest
    static final ArchRule THE_AGENT_IS_EMBEDDED_AS_ANY_SERVICE_WOULD = noClasses()
            .that()
            .resideOutsideOfPackage("io.lockkeeper.console.store")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.lockkeeper.agent..");

    @ArchTest
    static final ArchRule IT_KNOWS_NO_INSIDES_OF_THE_AGENT =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.lockkeeper.agent.*..");
}
