package io.lockkeeper.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.lockkeeper.test.HouseRules;

@AnalyzeClasses(packages = "io.lockkeeper.console", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchRule FEATURES_FORM_NO_CIRCLE = SlicesRuleDefinition.slices()
            .matching("io.lockkeeper.console.(*)..")
            .should()
            .beFreeOfCycles();

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
