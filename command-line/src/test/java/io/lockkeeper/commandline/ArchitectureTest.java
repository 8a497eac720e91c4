package io.lockkeeper.commandline;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.test.HouseRules;

@AnalyzeClasses(packages = "io.lockkeeper.commandline", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchRule IT_KNOWS_NO_INSIDES_OF_THE_AGENT = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("io.lockkeeper.agent.*..")
                    .and(not(resideInAPackage("io.lockkeeper.agent.fencing"))));
}
