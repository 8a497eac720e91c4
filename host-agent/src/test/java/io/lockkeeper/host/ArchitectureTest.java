package io.lockkeeper.host;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.test.CycleRules;
import io.lockkeeper.test.HouseRules;
import io.lockkeeper.test.LibraryRules;

@AnalyzeClasses(packages = "io.lockkeeper.host", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchTests LIBRARY_RULES = ArchTests.in(LibraryRules.class);

    @ArchTest
    static final ArchRule NO_PACKAGES_FORM_A_CYCLE = CycleRules.packagesFormNoCycle("io.lockkeeper.host");

    @ArchTest
    static final ArchRule NO_MORE_THAN_FIVE_CLASSES_FORM_A_CYCLE =
            CycleRules.classesFormNoCycleOfMoreThan(5, "io.lockkeeper.host");

    @ArchTest
    static final ArchRule IT_KNOWS_NO_INSIDES_OF_THE_AGENT =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.lockkeeper.agent.*..");

    @ArchTest
    static final ArchRule ITS_LOOP_WAITS_FOR_NOTHING = noClasses()
            .that()
            .doNotHaveSimpleName("HostAgent")
            .and()
            .doNotHaveSimpleName("HostLoop")
            .and()
            .doNotHaveSimpleName("HostPort") // has threads of its own
            .should()
            .callMethodWhere(BlockingCalls.any());
}
